import type { Language, Role } from '@chaveiro/contracts/limits'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { type BrowserContext, type Locator, type Page, type Request } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { everyPage } from './every-page.ts'
import { openSite, screenHeader, type Answering } from './site.ts'

// A screen by itself: the built pages in a real browser, the shop's answers written out by the
// test, so that every value that a person reads can be asserted as he reads it. No server runs;
// what server and pages do together is proven by the journeys beside this folder.

/**
 * What the shop answers a call: a body that its contract must accept, or a refusal with status and
 * text.
 */
export type Answer = { route: AnyRoute; status: number; body: unknown }
/** What a call answers. */
export type Body<R extends AnyRoute> = R['reply']['_zod']['output']

/** The shop answers this call with this body, every time. */
export function on<R extends AnyRoute>(route: R, body: Body<R>): Answer {
  const judged = route.reply.safeParse(body)
  if (!judged.success)
    throw new Error(`${route.path} would never answer this: ${judged.error.message}`)
  return { route, status: 200, body }
}

/** The shop refuses this call with this text; by default as it would when something broke. */
export function refused(route: AnyRoute, error: string, status = 500, code = 'x'): Answer {
  const body = { success: false, error, message: error, code }
  return { route, status, body }
}

/** The shop does not answer this call as long as the test runs. */
export const pending = (route: AnyRoute): Answer => ({
  route,
  status: 0,
  body: null,
})

export type Person = { role: Role; name?: string; email?: string }
export type Given = {
  language?: Language
  width?: number
  /** Who is logged in; nobody when left out. */
  as?: Person
  replies?: readonly Answer[]
  /** The moment that the page's clock shows and goes on from. */
  now?: string
}
export type Call = { method: string; path: string; query: Record<string, string>; body: unknown }

type Stage = { origin: string; open(language: Language): Promise<BrowserContext> }
const answering = new Map<string, Answering>()
let stage: Promise<Stage> | undefined

/**
 * One browser and one site for all tests of a worker, and one window a language, so that the pages'
 * code is fetched and read once.
 */
async function openStage(): Promise<Stage> {
  const browser = await launchBrowser()
  const origin = await openSite(answering)
  const open = (language: Language) =>
    browser.newContext({
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      locale: language,
      timezoneId: 'America/Sao_Paulo',
      baseURL: origin,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
  const kept = new Map<Language, Promise<BrowserContext>>()
  return {
    origin,
    open(language) {
      if (!kept.has(language)) kept.set(language, open(language))
      return kept.get(language)!
    },
  }
}

let shown = 0
/** The screens that a test has opened before the next one. */
const earlierScreens: Screen[] = []

declare global {
  /** Only in a page; see giveShownText. */
  var shownText: (element: HTMLElement) => string
}

/** One screen at an address, drawn and at rest; it is closed when its test ends. */
export async function show(path: string, given: Given = {}): Promise<Screen> {
  const { language = 'pt-BR', width = 1280, as, replies = [], now } = given
  const { origin, open } = await (stage ??= openStage())
  const context = await open(language)
  // A call that stays without an answer keeps the same call of another page waiting, since both go
  // through one cache.
  for (const earlier of earlierScreens.splice(0)) if (earlier.held > 0) await earlier.page.close()
  const page = await context.newPage()
  const id = String(++shown)
  onTestFinished(async () => {
    answering.delete(id)
    await page.close()
  })
  const screen = new Screen(page, [...replies, ...everyPage(as)])
  earlierScreens.push(screen)
  answering.set(id, answersOf(screen))
  await page.setExtraHTTPHeaders({ [screenHeader]: id })
  await page.setViewportSize({ width, height: width < 600 ? 740 : 900 })
  await page.addInitScript(giveShownText)
  // A page of the same test that is still open would take its session for ended, and end it
  // everywhere.
  if (!as || context.pages().length === 1) await endVisit(context, origin, page)
  if (as) await logIn(page, as)
  if (now) await page.clock.install({ time: now })
  await page.goto(path)
  await screen.atRest()
  return screen
}

/**
 * Gives the page `shownText`: what a person reads of an element, which of a select is what is
 * chosen alone.
 */
function giveShownText(): void {
  globalThis.shownText = (element) => {
    const others = [...element.querySelectorAll('option:not(:checked)')]
    const texts = others.map((option) => [...option.childNodes])
    for (const option of others) option.replaceChildren()
    const text = element.innerText
    for (const [i, option] of others.entries()) option.append(...texts[i]!)
    return text
  }
}

/** What an earlier test left in the browser; the pages' code stays. */
async function endVisit(context: BrowserContext, origin: string, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'cookies,local_storage,indexeddb,cache_storage',
  })
  await session.detach()
}

/** Answers the calls of a screen, and notes them. */
function answersOf(screen: Screen): Answering {
  return (request, response) => {
    const { method = 'GET' } = request
    const url = new URL(request.url!, 'http://site')
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.once('end', () => {
      const query = Object.fromEntries(url.searchParams)
      screen.calls.push({ method, path: url.pathname, query, body: parsed(text) })
      const found = screen.replies.find(
        ({ route }) => route.method === method && matches(route.path, url),
      )
      if (!found) screen.unanswered.push(`${method} ${url.pathname}`)
      const { status, body } = found ?? notHere
      if (status === 0) {
        screen.held++
        // The page no longer waits for it.
        return void response.once('close', () => screen.held--)
      }
      response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(body))
    })
  }
}

const notHere = { status: 404, body: { success: false, error: 'this test has no answer' } }

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text || undefined
  }
}

const matches = (pattern: string, { pathname }: URL): boolean =>
  new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname)

/** A session as the browser keeps it; nobody here checks the token's signature. */
async function logIn(page: Page, person: Person): Promise<void> {
  const { role, name = 'Ana Souza', email = 'ana@exemplo.test' } = person
  const id = '00000000-0000-4000-8000-00000000000a'
  const claims = { sub: id, role, exp: 4_102_444_800 }
  const token = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
  await page.addInitScript(
    ([accessToken, userData]) => {
      localStorage.setItem('accessToken', accessToken!)
      localStorage.setItem('userData', userData!)
      // The way of a new shop to its first sale is a screen of its own.
      localStorage.setItem('adminFirstSteps', 'over')
    },
    [token, JSON.stringify({ id, _id: id, name, email, role })],
  )
}

/** What a person sees of an open page. */
export class Screen {
  readonly calls: Call[] = []
  /** Calls that the test gave no answer for. */
  readonly unanswered: string[] = []
  /** Calls that are left without an answer. */
  held = 0
  private readonly open = new Set<Request>()
  readonly page: Page
  /**
   * What the shop answers; the first of a kind counts, so a test changes the shop by putting
   * another before it.
   */
  readonly replies: Answer[]

  constructor(page: Page, replies: Answer[]) {
    this.page = page
    this.replies = replies
    page.setDefaultTimeout(10_000)
    page.on('request', (request) => this.open.add(request))
    page.on('requestfinished', (request) => this.open.delete(request))
    page.on('requestfailed', (request) => this.open.delete(request))
  }

  /** Waits until the page is drawn and asks for nothing more. */
  async atRest(): Promise<void> {
    await this.page.waitForSelector('html[data-ready]', { state: 'attached' })
    const began = Date.now()
    // Some frames in a row: what came is drawn, and what it leads to is asked for. Where nothing is
    // held back the grey places fill too; an empty main waits for its code, which no request tells.
    for (let quiet = 0; quiet < 3;) {
      const { grey, empty } = await this.page.evaluate(async () => {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
        // Of what is under way, what no request tells (code that is read, a part that is drawn)
        // comes before this.
        await new Promise((done) => requestIdleCallback(done, { timeout: 1000 }))
        return {
          grey: document.querySelector('.animate-breathe') !== null,
          empty: document.querySelector('main')?.childElementCount === 0,
        }
      })
      const waits = empty || (grey && this.held === 0)
      const known = !waits || Date.now() - began > 5000
      quiet = known && this.open.size === this.held ? quiet + 1 : 0
      // Of some requests nobody hears the end, e.g. of a worker that is stopped.
      if (Date.now() - began > 10_000) return
    }
  }

  /** The lines that a person reads in a part of the page, the whole of `main` by default. */
  async lines(part: Locator = this.page.getByRole('main')): Promise<string[]> {
    return linesOf(await part.evaluate((element) => shownText(element as HTMLElement)))
  }

  /**
   * The cells of the table as they are read, row by row, the heads first; lines of a cell are
   * parted by ' | '.
   */
  async table(): Promise<string[][]> {
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
   * Labels and contents of the fields in a part of the page, in their order; a box is true when it
   * is ticked.
   */
  async fields(part: Locator = this.page.getByRole('main')): Promise<[string, string | boolean][]> {
    await part.first().waitFor()
    const all = await part
      .locator('input, select, textarea')
      .evaluateAll((fields) =>
        (fields as HTMLInputElement[])
          .filter((field) => field.type !== 'hidden' && field.type !== 'file')
          .map((field): [string, string | boolean] => [
            field.getAttribute('aria-label') ?? field.labels?.[0]?.innerText ?? '',
            ['checkbox', 'radio'].includes(field.type)
              ? field.checked
              : field instanceof HTMLSelectElement
                ? (field.selectedOptions[0]?.text ?? '')
                : field.value,
          ]),
      )
    return all.map(([label, value]) => [linesOf(label).join(' | '), value])
  }

  /** The open dialog, or the one of that name. */
  dialog(name?: string): Locator {
    return this.page.getByRole('dialog', name === undefined ? {} : { name })
  }

  /** Presses a button by its name. */
  async press(name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    await within.getByRole('button', { name, exact: true }).first().click()
  }

  /**
   * What the newest toast says, with the button that leads back; lines of it are parted by ' | '.
   */
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
   * The paths of an answer's values that nobody can read on the page in any form that people are
   * shown: as it is, as a number, as money, as a day or a moment. A test writes them down, so that
   * a value that falls off the screen is noticed.
   */
  async unread(answer: object): Promise<string[]> {
    const seen = (
      await this.page.evaluate(() => {
        const { body } = document
        const attributes = ['title', 'aria-label', 'alt', 'href', 'src', 'value', 'datetime']
        const told = [...body.querySelectorAll('*')].flatMap((element) => [
          ...attributes.map((name) => element.getAttribute(name) ?? ''),
          (element as HTMLInputElement).value ?? '',
        ])
        return [shownText(body), ...told].join('\n')
      })
    ).replaceAll(/[\u00a0\u202f]/g, ' ')
    const language = await this.page.evaluate(() => document.documentElement.lang)
    const lost = leavesOf(answer).filter(
      ([, value]) => !formsOf(value, language).some((form) => seen.includes(form)),
    )
    return [...new Set(lost.map(([path]) => path))]
  }

  /** Makes sure that the page asked for nothing that the test does not answer. */
  expectAnswered(): void {
    expect(this.unanswered).toEqual([])
  }
}

function linesOf(text: string): string[] {
  return text
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
}

/** Every value of an answer with its path; the places of a list are told by []. */
function leavesOf(value: unknown, path = ''): [string, string | number][] {
  if (Array.isArray(value)) return value.flatMap((one) => leavesOf(one, `${path}[]`))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) =>
      name === '_id' ? [] : leavesOf(one, path ? `${path}.${name}` : name),
    )
  return typeof value === 'string' || typeof value === 'number' ? [[path, value]] : []
}

function formsOf(value: string | number, language: string): string[] {
  const zone = { timeZone: 'America/Sao_Paulo' } as const
  const forms =
    typeof value === 'number'
      ? [
          new Intl.NumberFormat(language).format(value),
          ...['BRL', 'USD'].flatMap((currency) =>
            [language, 'pt-BR'].map((one) =>
              new Intl.NumberFormat(one, { style: 'currency', currency }).format(value),
            ),
          ),
        ]
      : /^\d{4}-\d\d-\d\dT/.test(value)
        ? [
            new Intl.DateTimeFormat(language, { dateStyle: 'medium', ...zone }).format(
              new Date(value),
            ),
            new Intl.DateTimeFormat(language, {
              dateStyle: 'short',
              timeStyle: 'short',
              ...zone,
            }).format(new Date(value)),
          ]
        : [value]
  return forms.map((form) => form.replaceAll(/[\u00a0\u202f]/g, ' '))
}
