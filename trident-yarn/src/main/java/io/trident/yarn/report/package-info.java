/** What the scheduler reports to operators, as data. */
@NullMarked
package io.trident.yarn.report;

import org.jspecify.annotations.NullMarked;
