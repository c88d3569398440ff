import type { Language } from '@chaveiro/contracts/limits'
import { onTestFinished } from 'vitest'

import { changes, type Change } from '../e2e/changed-page.ts'
import { recordCalls } from '../e2e/page-recorder.ts'
import type { Answer } from './answers.ts'
import { everyPage, isStaff, type Person } from './every-page.ts'
import { Screen } from './screen.ts'
import { emptyPage, screenHeader, type Answering } from './site.ts'
import { answering, endWindows, forgetVisit, giveBack, windowFor } from './windows.ts'

// One page in a real browser: the built pages with answers that the test writes, so that a test can
// assert every value a person reads. No server runs; the tests in e2e cover both together.

export type Given = {
  language?: Language
  width?: number
  /** The logged-in person; a visitor when omitted. */
  as?: Person
  replies?: readonly Answer[]
  /** The moment to which the page's clock is set; time goes on from there. */
  now?: string
  /** Whether the test controls the page's clock and timers, by `page.clock`. */
  movesClock?: boolean
  /**
   * A change by a browser or an extension; the variable CHAVEIRO_CHANGED applies one to every
   * screen.
   */
  changed?: Change
  /** The reader's time zone. By default staff's zone is far from the shop's. */
  zone?: string
}

/** The time zone of the shop, and of customers. */
const shopZone = 'America/Sao_Paulo'

/**
 * The time zone of staff. For half of the day its date differs from the shop's, so that a time
 * shown in the wrong zone fails a test.
 */
const staffZone = 'Asia/Tokyo'
const zoneOf = ({ zone, as }: Given): string => zone ?? (isStaff(as) ? staffZone : shopZone)

let screenCount = 0

/** The screens that the running test has opened. */
const opened: Screen[] = []

/** Opens a screen at an address and waits until it is drawn. The next test reuses the window. */
export async function show(path: string, given: Given = {}): Promise<Screen> {
  const { language = 'pt-BR', width = 1280, as, replies = [], now, movesClock } = given
  // A page with an unanswered call blocks the same call of another page, since both use one HTTP
  // cache.
  for (const earlier of opened) if (earlier.held > 0) await earlier.page.close()
  const used = await windowFor(language)
  const { page, session } = used
  const isFirst = opened.every((earlier) => earlier.page.context() !== page.context())
  const id = String(++screenCount)
  const scripts: string[] = []

  const prepare = async (source: string) => {
    const script = await session.send('Page.addScriptToEvaluateOnNewDocument', { source })
    scripts.push(script.identifier)
  }

  const screen = new Screen(page, [...replies, ...everyPage(as)], prepare)
  opened.push(screen)

  onTestFinished(async () => {
    opened.splice(opened.indexOf(screen), 1)
    screen.leave()
    if (!page.isClosed()) await recordCalls(session)
    if (screen.hasOwnTimers) await endWindows(language)
    else if (page.isClosed()) await page.close()
    else await giveBack(used, language, scripts)
    answering.delete(id)
  })

  answering.set(id, answersOf(screen))
  await page.setExtraHTTPHeaders({ [screenHeader]: id })
  await page.setViewportSize({ width, height: width < 600 ? 740 : 900 })
  await session.send('Emulation.setTimezoneOverride', { timezoneId: zoneOf(given) })
  // An open page of the same test must keep its session data; without it the page would log out
  // everywhere.
  if (!as || isFirst) await forgetVisit(used)
  for (const source of sourcesOf(given)) await prepare(source)
  if (now) await screen.setClock(now, movesClock)
  await page.goto(path)
  await screen.atRest()

  return screen
}

/** Scripts that run before each document of a screen. */
function sourcesOf({ as, changed = process.env.CHAVEIRO_CHANGED as Change }: Given): string[] {
  return [...(changed ? [`(${changes[changed]})()`] : []), ...(as ? [visitOf(as)] : [])]
}

/** A script that stores a person's session; nothing here checks the token's signature. */
function visitOf(person: Person): string {
  const { role, name = 'Ana Souza', email = 'ana@exemplo.test', isNew } = person
  const id = '00000000-0000-4000-8000-00000000000a'
  const claims = { sub: id, role, exp: 4_102_444_800 }

  const storedValues = {
    accessToken: `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`,
    userData: JSON.stringify({ id, _id: id, name, email, role }),
    adminFirstSteps: 'over',
  }

  return `if (location.pathname !== '${emptyPage}') {
    Object.assign(localStorage, ${JSON.stringify(storedValues)})
    if (${!!isNew}) localStorage.removeItem('adminFirstSteps')
  }`
}

/** Answers the calls of a screen and records them. */
function answersOf(screen: Screen): Answering {
  return (request, response) => {
    const { method = 'GET' } = request
    const url = new URL(request.url!, 'http://site')
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))

    request.once('end', () => {
      const query = Object.fromEntries(url.searchParams)

      // Every page sends its visit, so a visit needs no answer from the test.
      if (url.pathname === '/api/visits') {
        screen.visits.push(parsed(text))
        return void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"success":true}')
      }

      screen.calls.push({ method, path: url.pathname, query, body: parsed(text) })
      // As on the server, an exact path takes precedence over a path with a parameter.
      const candidates = screen.replies.filter(({ route }) => route.method === method)
      const matchingReply =
        candidates.find(({ route }) => route.path === url.pathname) ??
        candidates.find(({ route }) => matches(route.path, url))
      if (!matchingReply) screen.unanswered.push(`${method} ${url.pathname}`)
      const { status, body } = matchingReply ?? notHere

      if (status === 0) {
        screen.held++
        // The call stays open until the page aborts it.
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
