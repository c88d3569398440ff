import type { Locator } from 'playwright-core'

import type { Call } from './answers.ts'
import { sentence } from './longest.ts'
import type { Screen } from './screen.ts'

// Every act that a row of a table offers, done as a person does it, and what each one led to.

/** Where an act is: which button of the row, and which item of the menu that it opens. */
type Act = { label: string; button: number; item?: number }

const items = (screen: Screen) => screen.page.getByRole('menu').locator('[role^=menuitem]')

/** The acts that are offered; a state that holds already, or that may not be chosen, is none. */
async function actsOf(screen: Screen, row: Locator): Promise<Act[]> {
  const buttons = row.getByRole('button')

  const heads = await buttons.evaluateAll((all) =>
    (all as HTMLElement[]).map((one) => ({
      label: (one.ariaLabel ?? one.innerText).split(':')[0]!.replace(/ (de |da |ORD-|•).*$/, ''),
      opens: one.ariaHasPopup === 'menu',
      refused: one.ariaDisabled === 'true',
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

/** Answers whatever is asked for before an act: every empty field gets a text. */
async function answer(screen: Screen): Promise<void> {
  const submit = openDialog(screen).locator('button[type=submit]').last()
  if ((await submit.count()) === 0) return

  const isRefused = await submit.isDisabled()
  for (const field of await openDialog(screen).locator(textFields).all())
    if (isRefused || (await field.inputValue()) === '') await field.fill('7')
  await submit.click()
}

/** Ids of the samples by their number, and their longest text by a dot, so that lines can be read. */
const inShort = (text: string): string =>
  text
    .replaceAll(/0{8}-0000-4000-8000-0{9}(\d{3})/g, (_, n) => `#${Number(n)}`)
    .replaceAll(sentence, '.')

const written = ({ method, path, body }: Call): string =>
  inShort(`${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`)

/** Whether a request does something; a preview is drawn after a while and changes nothing. */
const isActing = ({ method, path }: Call): boolean => method !== 'GET' && !path.endsWith('/preview')

/** The requests of an act and of its undo, and the address that it led to. */
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

/** Back to the list as it was opened; what another address does not end is closed. */
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

/** Does each act of a row of a list, and answers what each one led to. */
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

/** Does each act that is offered for the second and the third row together. */
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
