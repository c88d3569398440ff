import type { Locator, Page, Request } from 'playwright-core'
import { expect } from 'vitest'

import { chooseAct, openMenu, stateIn } from '../e2e/row-acts.ts'
import type { Answer, Call } from './answers.ts'
import { clockScript } from './page-date.ts'
import { formsOf, leavesOf } from './read-values.ts'

/** The limit of checks for a page that is still loading: some five seconds on an idle machine. */
const mostLooks = 120

/** An open page, as a person sees it. */
export class Screen {
  readonly calls: Call[] = []
  /** The visit counts that the page sent. */
  readonly visits: unknown[] = []
  /** Calls that the test gave no answer for. */
  readonly unanswered: string[] = []
  /** The count of open calls that the test leaves without an answer. */
  held = 0
  /**
   * Whether the test controls the page's timers. No later test could reset them, so the window is
   * then closed.
   */
  hasOwnTimers = false
  private readonly open = new Set<Request>()
  readonly page: Page
  /**
   * The shop's answers. The first match is used, so a test changes the shop by inserting another
   * one at the front.
   */
  readonly replies: Answer[]

  /** Registers a script that runs before each document that the window opens for this test. */
  private readonly prepare: (source: string) => Promise<void>

  constructor(page: Page, replies: Answer[], prepare: (source: string) => Promise<void>) {
    this.page = page
    this.replies = replies
    this.prepare = prepare
    page.setDefaultTimeout(10_000)
    page.on('request', this.began)
    page.on('requestfinished', this.ended)
    page.on('requestfailed', this.ended)
  }

  private readonly began = (request: Request) => void this.open.add(request)
  private readonly ended = (request: Request) => void this.open.delete(request)

  /**
   * Sets the page's clock to a moment; time goes on from there. If `isMoved`, the test controls
   * clock and timers by `page.clock`.
   */
  async setClock(time: string, isMoved = false): Promise<void> {
    this.hasOwnTimers = isMoved
    await (isMoved ? this.page.clock.install({ time }) : this.prepare(clockScript(time)))
  }

  /** Stops the page's clock at a moment; the page's timers still run. */
  async holdClock(time: string | Date): Promise<void> {
    const source = clockScript(time, true)
    await this.prepare(source)
    await this.page.evaluate(source)
  }

  /** Removes this screen's listeners from its window, which another test uses next. */
  leave(): void {
    this.page.off('request', this.began)
    this.page.off('requestfinished', this.ended)
    this.page.off('requestfailed', this.ended)
  }

  /** Waits until the page is drawn and sends no further request. */
  async atRest(): Promise<void> {
    await this.page.waitForSelector('html[data-ready]', { state: 'attached' })
    const began = Date.now()

    // Wait for three checks in a row with no open request, so that received data is drawn and its
    // follow-up requests have begun. Unless the test holds a reply back, the loading placeholders
    // must be gone too, and an empty <main> is still loading its code. The limit is a number of
    // checks, since a check takes longer under load.
    for (let quiet = 0, looks = 1; quiet < 3; looks++) {
      await this.page.evaluate(twoFrames)

      const { grey, empty } = await this.page.evaluate(() => ({
        grey: document.querySelector('.animate-breathe') !== null,
        empty: document.querySelector('main')?.childElementCount === 0,
      }))

      const waits = empty || (grey && this.held === 0)
      const isSettled = !waits || looks > mostLooks || Date.now() - began > 15_000
      quiet = isSettled && this.open.size === this.held ? quiet + 1 : 0
      // Some requests never report an end, for example those of a stopped worker.
      if (looks > mostLooks && Date.now() - began > 10_000) return
    }
  }

  /**
   * Waits until open requests have ended and their data is drawn, so that a read right after an act
   * sees its result. Returns at once if no request is open.
   */
  private async settled(): Promise<void> {
    // After this round trip the requests of the last act are known here.
    await this.page.evaluate(() => {})
    const began = Date.now()

    while (this.open.size > this.held && Date.now() - began < 3000) {
      await new Promise((done) => setTimeout(done, 20))
      if (this.open.size > this.held) continue

      // A test that controls the timers may have stopped them, and animation frames with them.
      if (this.hasOwnTimers) await new Promise((done) => setTimeout(done, 100))
      else await this.page.evaluate(twoFrames)
    }
  }

  /** The lines that a person reads in a part of the page, the whole of `main` by default. */
  async lines(part: Locator = this.page.getByRole('main')): Promise<string[]> {
    await this.settled()
    return linesOf(await part.evaluate((element) => shownText(element as HTMLElement)))
  }

  /**
   * The cells of the table as a person reads them, row by row from the header row on; ' | '
   * separates the lines of a cell.
   */
  async table(): Promise<string[][]> {
    await this.settled()
    const table = this.page.getByRole('table').first()
    await table.waitFor()

    const rows = await table
      .locator('tr')
      .evaluateAll((all) =>
        all.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => shownText(cell))),
      )

    return rows.map((row) => row.map((cell) => linesOf(cell).join(' | ')))
  }

  /** Names and values of the lists of facts (dl) in a part of the page, in their order. */
  async facts(part: Locator = this.page.getByRole('main')): Promise<[string, string][]> {
    await this.settled()
    await part.locator('dt').first().waitFor()

    const pairs = await part
      .locator('dt')
      .evaluateAll((names) =>
        (names as HTMLElement[]).map((name) => [
          name.innerText,
          ...[...name.parentElement!.querySelectorAll('dd')].map((value) => shownText(value)),
        ]),
      )

    return pairs.map(([name = '', ...values]) => [
      linesOf(name).join(' | '),
      values.flatMap(linesOf).join(' | '),
    ])
  }

  /**
   * Labels and contents of the fields in a part of the page, in order; a checkbox is true when it
   * is ticked.
   */
  async fields(part: Locator = this.page.getByRole('main')): Promise<[string, string | boolean][]> {
    await this.settled()
    await part.first().waitFor()

    const all = await part.locator('input, select, textarea').evaluateAll((fields) => {
      const contentOf = (field: HTMLInputElement | HTMLSelectElement) => {
        if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? ''
        return ['checkbox', 'radio'].includes(field.type) ? field.checked : field.value
      }

      return (fields as HTMLInputElement[])
        .filter((field) => field.type !== 'hidden' && field.type !== 'file')
        .map((field): [string, string | boolean] => [
          field.getAttribute('aria-label') ?? field.labels?.[0]?.innerText ?? '',
          contentOf(field),
        ])
    })

    return all.map(([label, value]) => [linesOf(label).join(' | '), value])
  }

  /** The open dialog, or the dialog of that name. */
  dialog(name?: string | RegExp): Locator {
    return this.page.getByRole('dialog', name === undefined ? {} : { name })
  }

  /** Navigates within the running app, which takes half the time of opening the address. */
  async goTo(path: string): Promise<void> {
    await this.page.evaluate((address) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await this.atRest()
  }

  /** Presses a button by its name. */
  async press(name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    await within.getByRole('button', { name, exact: true }).first().click()
  }

  /** Follows the link of a row to its detail page. */
  async follow(name: string): Promise<void> {
    await this.page.getByRole('link', { name, exact: true }).first().click()
  }

  /** Chooses an item from a row's menu. */
  async choose(act: string, row: string): Promise<void> {
    await chooseAct(this.page, act, row)
  }

  /** Chooses another state from the menu that the badge of this name opens. */
  async turn(name: string, state: string): Promise<void> {
    await stateIn(this.page, name).choose(state)
  }

  /** The items in the menu of a row, as a person reads them; closes the menu again. */
  async offered(row: string): Promise<string[]> {
    await openMenu(this.page, row)
    const items = await this.page
      .getByRole('menuitem')
      .evaluateAll((all) => (all as HTMLElement[]).map((item) => item.innerText))
    await this.page.keyboard.press('Escape')

    return items.map((text) => linesOf(text).join(' | '))
  }

  /** The text of the newest toast with its undo button; its lines are joined by ' | '. */
  async toast(): Promise<string> {
    const newest = this.page.locator('[aria-live=polite] > p:not([aria-live])').last()
    await newest.waitFor()
    const texts = await newest.evaluate((all) => [...all.childNodes].map((one) => one.textContent))

    return texts.map((text) => linesOf(text ?? '').join(' ')).join(' | ')
  }

  /** The bodies that were sent by a method to a path, in their order. */
  sent(method: string, path: string): unknown[] {
    return this.calls
      .filter((call) => call.method === method && call.path === path)
      .map(({ body }) => body)
  }

  /**
   * The paths of an answer's values that the page shows in no form: as text, number, money, day or
   * moment. A test lists them, so that a value that disappears from the screen is noticed.
   */
  async unread(answer: object): Promise<string[]> {
    const snapshot = (
      await this.page.evaluate(() => {
        const { body } = document
        const attributes = ['title', 'aria-label', 'alt', 'href', 'src', 'value', 'datetime']

        const attributeTexts = [...body.querySelectorAll('*')].flatMap((element) => [
          ...attributes.map((name) => element.getAttribute(name) ?? ''),
          (element as HTMLInputElement).value ?? '',
        ])

        return [shownText(body), ...attributeTexts].join('\n')
      })
    ).replaceAll(/[\u00a0\u202f]/g, ' ')

    const language = await this.page.evaluate(() => document.documentElement.lang)
    const lost = leavesOf(answer).filter(
      ([, value]) => !formsOf(value, language).some((form) => snapshot.includes(form)),
    )

    return [...new Set(lost.map(([path]) => path))]
  }

  /** Fails if the page made a call that the test gave no answer for. */
  expectAnswered(): void {
    expect(this.unanswered).toEqual([])
  }
}

/**
 * Waits, in the page, for two animation frames and for work without a request: loading code from
 * the cache, drawing.
 */
async function twoFrames(): Promise<void> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  await new Promise((done) => requestIdleCallback(done, { timeout: 1000 }))
}

function linesOf(text: string): string[] {
  return text
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
}
