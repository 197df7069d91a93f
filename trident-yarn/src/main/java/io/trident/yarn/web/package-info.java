/** What the resource manager's web application shows of placement: JSON and a page. */
@NullMarked
package io.trident.yarn.web;

import org.jspecify.annotations.NullMarked;
