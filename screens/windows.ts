import type { Language } from '@chaveiro/contracts/limits'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'

import { launchBrowser } from '../e2e/browser.ts'
import { startRecording } from '../e2e/page-recorder.ts'
import { emptyPage, openSite, type Answering } from './site.ts'

// The browser windows that show screens; each serves one test after another.

/** A window, and the debugging connection (CDP) that prepares it. */
export type Window = { page: Page; session: CDPSession; origin: string }

type Stage = {
  origin: string
  context(language: Language): Promise<BrowserContext>
  /** Closes the browser context of a language; the next window opens a new one. */
  end(language: Language): Promise<void>
}

/** The handler of each screen's calls, by the screen's id. */
export const answering = new Map<string, Answering>()
let stage: Promise<Stage> | undefined

/**
 * Free windows by language. A used window has already loaded the pages' code, which takes half of a
 * screen's time.
 */
const idle = new Map<Language, Window[]>()

/**
 * Opens one browser and one site for all tests of a worker, and one context per language, whose
 * cache keeps the pages' code.
 */
async function openStage(): Promise<Stage> {
  // A page lives for a second, so optimising its code takes longer than it saves.
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
  /** Defined only in the page, by giveShownText. */
  var shownText: (element: HTMLElement) => string
}

/** A free window, or a new one. */
export async function windowFor(language: Language): Promise<Window> {
  const { origin, context } = await (stage ??= openStage())
  const free = idle.get(language)?.pop()
  if (free) return free

  const opened = await context(language)
  const page = await opened.newPage()
  // The browser asks before an unsaved form is left; this dialog would block the next test.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {}))
  const session = await opened.newCDPSession(page)
  await session.send('Page.enable')
  await startRecording(session)

  return { page, session, origin }
}

/**
 * Closes the windows of a language. A clock that a test installed belongs to the whole context, and
 * later tests would run at its date.
 */
export async function endWindows(language: Language): Promise<void> {
  idle.delete(language)
  await (await stage)?.end(language)
}

/** Frees a window for the next test: leaves the app and removes the test's scripts. */
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
 * Defines `shownText` in the page: an element's text as a person reads it; of a select, only the
 * chosen option.
 */
function giveShownText(): void {
  globalThis.shownText = (element) => {
    const others = [...element.querySelectorAll('option:not(:checked)')]
    const texts = others.map((option) => [...option.childNodes])
    for (const option of others) option.replaceChildren()
    // The <font> wrappers of a translator must not add line breaks.
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
