import type { Locator, Page } from 'playwright-core'

/** Opens the menu of a row in the back office. */
export async function openMenu(page: Page, row: string): Promise<void> {
  const names = ['Mais ações', 'More actions'].map(
    (menu) => `button[aria-label=${JSON.stringify(`${menu}: ${row}`)}]`,
  )
  await page.locator(names.join(', ')).first().click()
}

/** Chooses an item from a row's menu. */
export async function chooseAct(page: Page, act: string, row: string): Promise<void> {
  await openMenu(page, row)
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

/**
 * Performs an action of a row by its visible button, or else from the row's menu. Also finds the
 * lengthened texts of the accessibility test.
 */
export async function actOn(row: Locator, act: string): Promise<void> {
  await row.waitFor()
  const words = `${act.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?: ~longer)*`
  const near = row.getByRole('button', { name: new RegExp(`^${words}: `) }).first()
  if (await near.isVisible()) return near.click()

  await row.getByRole('button', { name: /^(?:Mais ações|More actions)(?: ~longer)*: / }).click()

  await row
    .page()
    .getByRole('menuitem', { name: new RegExp(`^${words}$`) })
    .click()
}

/** Follows the link of a row to its detail page. */
export const openRow = (row: Locator): Promise<void> => row.getByRole('link').first().click()

/**
 * The badge in a row that shows a state and opens a menu of states; `label` is the beginning of its
 * name.
 */
export function stateIn(page: Page, label: string) {
  const badge = page.locator(`button[aria-haspopup=menu][aria-label^=${JSON.stringify(label)}]`)
  return {
    badge: badge.first(),
    /** The text of the badge. */
    shown: () => badge.first().innerText(),
    async choose(state: string): Promise<void> {
      await badge.first().click()
      await page.getByRole('menuitemradio', { name: state, exact: true }).click()
    },
  }
}
