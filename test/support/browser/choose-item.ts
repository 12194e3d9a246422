import type { Locator, Page } from "playwright-core";

/** By keyboard, in the menu that was just opened: a moment after it opened, it takes the focus from any item of it. */
export async function chooseItem(page: Page, item: Parameters<Locator["getByRole"]>[1]): Promise<void> {
  const menu = page.getByRole("menu");
  await menu.locator(":focus").waitFor({ state: "attached" });
  await menu.getByRole("menuitem", item).press("Enter");
}
