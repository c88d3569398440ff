import type { Language } from '@chaveiro/contracts/limits'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'

import { launchBrowser } from '../e2e/browser.ts'
import { startRecording } from '../e2e/page-recorder.ts'
import { emptyPage, openSite, type Answering } from './site.ts'

// The browser's windows that screens are shown in, each by one test after the other.

/** A window, and the connection that prepares it. */
export type Window = { page: Page; session: CDPSession; origin: string }

type Stage = {
  origin: string
  context(language: Language): Promise<BrowserContext>
  /** Ends the context of a language; the next one is new. */
  end(language: Language): Promise<void>
}

/** How the calls of each screen are answered, by the screen's id. */
export const answering = new Map<string, Answering>()
let stage: Promise<Stage> | undefined

/**
 * Windows of a language that no test uses now: a used one has read the pages' code already, which
 * is half of what a screen costs.
 */
const idle = new Map<Language, Window[]>()

/**
 * One browser and one site for all tests of a worker, and one context a language, whose cache keeps
 * the pages' code.
 */
async function openStage(): Promise<Stage> {
  // A page lives for a second: to optimise its code costs more than that gives back.
  const browser = await launchBrowser(['--js-flags=--no-opt --no-maglev'])
  const origin = await openSite(answering)

  const open = async (language: Language) => {
    const context = await browser.newContext({
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      locale: language,
      baseURL: origin,
      permissions: ['clipboard-read', 'clipboard-write'],
    })

    await context.addInitScript(giveShownText)

    return context
  }

  const contextsByLanguage = new Map<Language, Promise<BrowserContext>>()

  return {
    origin,
    context(language) {
      if (!contextsByLanguage.has(language)) contextsByLanguage.set(language, open(language))
      return contextsByLanguage.get(language)!
    },
    async end(language) {
      const context = contextsByLanguage.get(language)
      contextsByLanguage.delete(language)
      await (await context)?.close()
    },
  }
}

declare global {
  /** Only in a page; see giveShownText. */
  var shownText: (element: HTMLElement) => string
}

/** A window that is free, or a new one. */
export async function windowFor(language: Language): Promise<Window> {
  const { origin, context } = await (stage ??= openStage())
  const free = idle.get(language)?.pop()
  if (free) return free

  const opened = await context(language)
  const page = await opened.newPage()
  // A form that is not saved asks before it is left; the next test does not wait for an answer.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {}))
  const session = await opened.newCDPSession(page)
  await session.send('Page.enable')
  await startRecording(session)

  return { page, session, origin }
}

/**
 * Ends the windows of a language: timers that a test took are those of the whole context, and later
 * tests would live in its day.
 */
export async function endWindows(language: Language): Promise<void> {
  idle.delete(language)
  await (await stage)?.end(language)
}

/** Makes a window free for the next test: its app ends, and what prepared it is taken back. */
export async function giveBack(
  used: Window,
  language: Language,
  scripts: readonly string[],
): Promise<void> {
  const { page, session } = used
  for (const identifier of scripts)
    await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier })
  await page.goto(emptyPage)
  idle.set(language, [...(idle.get(language) ?? []), used])
}

/**
 * Gives the page `shownText`: the text of an element as a person reads it; of a select, only the
 * chosen option.
 */
function giveShownText(): void {
  globalThis.shownText = (element) => {
    const others = [...element.querySelectorAll('option:not(:checked)')]
    const texts = others.map((option) => [...option.childNodes])
    for (const option of others) option.replaceChildren()
    // A translator's wrapper around a word must not start a new line, just as the word does not.
    const wrappers = [...element.querySelectorAll('font')]
    for (const { style } of wrappers) style.display = 'contents'
    const text = element.innerText
    for (const { style } of wrappers) style.display = ''
    for (const [i, option] of others.entries()) option.append(...texts[i]!)

    return text
  }
}

/** Clears the data of an earlier test in the browser; the cached code of the pages stays. */
export async function forgetVisit({ session, origin }: Window): Promise<void> {
  await session.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'cookies,local_storage,indexeddb,cache_storage',
  })
}
