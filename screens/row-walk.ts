import type { Locator } from 'playwright-core'

import type { Call } from './answers.ts'
import { sentence } from './longest.ts'
import type { Screen } from './screen.ts'

// Performs every action that a row of a table offers, as a person would, and records the requests
// that follow.

/**
 * An action of a row: the index of its button and, if the button opens a menu, the index of the
 * menu item.
 */
type Act = { label: string; button: number; item?: number }

const items = (screen: Screen) => screen.page.getByRole('menu').locator('[role^=menuitem]')

/**
 * The actions that a row offers, without disabled ones and without the state that the row already
 * has.
 */
async function actsOf(screen: Screen, row: Locator): Promise<Act[]> {
  const buttons = row.getByRole('button')

  const heads = await buttons.evaluateAll((all) =>
    (all as HTMLElement[]).map((one) => ({
      label: (one.ariaLabel ?? one.innerText).split(':')[0]!.replace(/ (de |da |ORD-|•).*$/, ''),
      opens: one.ariaHasPopup === 'menu',
      refused: one.ariaDisabled === 'true' || one.matches(':disabled'),
    })),
  )

  const acts: Act[] = []

  for (const [button, { label, opens, refused }] of heads.entries()) {
    if (refused) continue

    if (!opens) {
      acts.push({ label, button })
      continue
    }

    await buttons.nth(button).click()

    const offered = await items(screen).evaluateAll((all) =>
      (all as HTMLElement[]).map((one) => ({
        text: one.innerText,
        isOpen: one.ariaDisabled !== 'true' && one.ariaChecked !== 'true',
      })),
    )

    await screen.page.keyboard.press('Escape')
    for (const [item, { text, isOpen }] of offered.entries())
      if (isOpen) acts.push({ label: `${label} > ${text}`, button, item })
  }

  return acts
}

const addressOf = (screen: Screen): string => {
  const { pathname, search } = new URL(screen.page.url())
  return pathname + search
}

const openDialog = (screen: Screen) => screen.page.locator('dialog[open]').last()

const textFields = 'textarea, input[type=text], input:not([type])'

/** Fills every empty field of the dialog that an action opened, and submits the dialog. */
async function answer(screen: Screen): Promise<void> {
  const submit = openDialog(screen).locator('button[type=submit]').last()
  if ((await submit.count()) === 0) return

  const isRefused = await submit.isDisabled()
  for (const field of await openDialog(screen).locator(textFields).all())
    if (isRefused || (await field.inputValue()) === '') await field.fill('7')
  await submit.click()
}

/**
 * Shortens a line for reading: a sample's id becomes #number, and the longest sample text becomes a
 * dot.
 */
const inShort = (text: string): string =>
  text
    .replaceAll(/0{8}-0000-4000-8000-0{9}(\d{3})/g, (_, n) => `#${Number(n)}`)
    .replaceAll(sentence, '.')

const written = ({ method, path, body }: Call): string =>
  inShort(`${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`)

/** Whether a request changes data. A request for a preview does not, and is sent with a delay. */
const isActing = ({ method, path }: Call): boolean => method !== 'GET' && !path.endsWith('/preview')

/** The requests of an action and of its undo, and the URL that the action opened. */
async function outcome(screen: Screen, at: string, run: () => Promise<void>): Promise<string[]> {
  const begin = screen.calls.length
  const calls = () => screen.calls.slice(begin)
  const sent = () => calls().filter(isActing)
  await run()
  await screen.lines()
  await answer(screen)
  await screen.lines()
  const done = sent().map(written)
  const undo = screen.page.locator('[aria-live=polite] > p button').last()

  if (done.length > 0 && (await undo.count()) > 0) {
    await undo.click()
    await screen.lines()
  }

  const undone = sent()
    .slice(done.length)
    .map((call) => `undo ${written(call)}`)
  const place = addressOf(screen)
  if (place !== at) return [...done, ...undone, `to ${inShort(place)}`]

  const read = calls()
    .map(written)
    .filter((line) => /\/#\d+/.test(line))

  return done.length > 0 ? [...done, ...undone] : [...new Set(read)]
}

/**
 * Returns to the list as it was opened. Another page closes a dialog that Escape does not close.
 */
async function backTo(screen: Screen, at: string, row: Locator): Promise<void> {
  if ((await openDialog(screen).count()) > 0) await screen.page.keyboard.press('Escape')
  const leave = screen.page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Sair sem salvar' })
  if ((await leave.count()) > 0) await leave.click()
  if ((await openDialog(screen).count()) > 0) await screen.goTo('/admin/system')
  if (addressOf(screen) !== at) await screen.goTo(at)
  await row.waitFor()
}

/** Performs each action of a row. Returns, by action, the requests and the URL that followed. */
export async function walkRow(
  screen: Screen,
  at: string,
  place: number,
): Promise<Record<string, string[]>> {
  const row = screen.page.locator('main tr[data-row]').nth(place)
  await backTo(screen, at, row)
  const led: Record<string, string[]> = {}

  for (const { label, button, item } of await actsOf(screen, row)) {
    led[label] = await outcome(screen, at, async () => {
      await row.getByRole('button').nth(button).click()
      if (item !== undefined) await items(screen).nth(item).click()
    })
    await backTo(screen, at, row)
  }

  return led
}

/** Performs each bulk action on the second and third row; returns the requests that followed. */
export async function walkBulk(screen: Screen, at: string): Promise<Record<string, string[]>> {
  const rows = screen.page.locator('main tr[data-row]')
  const acts = screen.page.getByRole('toolbar').getByRole('button')

  const tick = async () => {
    await backTo(screen, at, rows.nth(1))
    for (const place of [1, 2]) await rows.nth(place).getByRole('checkbox').first().check()
    await acts.first().waitFor()
  }

  await tick()
  const labels = (await acts.allInnerTexts()).slice(0, -1)
  const led: Record<string, string[]> = {}

  for (const [number, label] of labels.entries()) {
    if (number > 0) await tick()
    led[label] = await outcome(screen, at, () => acts.nth(number).click())
  }

  return led
}
