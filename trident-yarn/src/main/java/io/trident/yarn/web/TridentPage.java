/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.trident.yarn.web;

import org.apache.hadoop.yarn.server.resourcemanager.webapp.RmView;
import org.apache.hadoop.yarn.webapp.SubView;
import org.apache.hadoop.yarn.webapp.view.JQueryUI;

/** The page {@code /cluster/trident}, in the frame of the resource manager's own pages. */
public final class TridentPage extends RmView {
  @Override
  protected void preHead(Page.HTML<__> html) {
    commonPreHead(html);
    setTitle("Trident: placement by preference maps");
    set(JQueryUI.DATATABLES_ID, "tridentQueues tridentApps");
    setTableStyles(html, "tridentQueues");
    setTableStyles(html, "tridentApps");
  }

  @Override
  protected Class<? extends SubView> content() {
    return TridentBlock.class;
  }
}
