import { AxeBuilder } from '@axe-core/playwright'
import { languages } from '@chaveiro/contracts/limits'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { fillCart } from './fill-cart.ts'
import { screens, settled, signIn, viewers, type Screen } from './routes.ts'
import { openShop, sidewaysScroll, visit, type Shop, type Visit } from './shop.ts'

// Accessibility of every screen in e2e/routes.ts: axe, 320 px, texts 40 % longer, no motion.

let shop: Shop
let customer: Awaited<ReturnType<typeof signIn>>
let staff: typeof customer

beforeAll(async () => {
  shop = await openShop()
  customer = await signIn(shop)
  staff = await signIn(shop, 'admin@demo.test')
  await fillCart(shop, customer)
})

afterAll(async () => {
  await shop?.close()
})

/**
 * A content width of 320 px plus 15 px for the scrollbar, which a phone would draw over the page.
 */
const narrowest = 320 + 15
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
type Look = Parameters<typeof visit>[1]

/**
 * Opens every screen of routes.ts, in one window per viewer (visitor, customer, staff). Returns the
 * problems that `look` finds, by screen.
 */
async function walk(
  given: Look,
  look: (page: Page, screen: Screen) => Promise<string[]>,
  prepare: (seen: Visit) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const faults: string[] = []

  for (const as of viewers) {
    const visitor = await visit(shop, { reducedMotion: 'reduce', ...given })
    if (as !== 'visitor') await (as === 'customer' ? customer : staff).give(visitor.context)
    await prepare(visitor)

    for (const screen of screens.filter((one) => one.as === as)) {
      try {
        await visitor.page.goto(screen.path)
        await settled(visitor.page)
        await screen.act?.(visitor)
      } catch (error) {
        faults.push(`${screen.name}: did not open (${(error as Error).message.split('\n')[0]})`)
        continue
      }
      faults.push(...(await look(visitor.page, screen)).map((text) => `${screen.name}: ${text}`))
    }

    await visitor.context.close()
  }

  return faults
}

async function violations(page: Page): Promise<string[]> {
  // After a scroll the bottom bar may cover half of a control, which axe would report as too small.
  await page.evaluate(() => window.scrollTo(0, 0))

  // An element in transition has no final contrast yet.
  await page.evaluate(
    () =>
      new Promise((drawn) => {
        requestAnimationFrame(() => requestAnimationFrame(drawn))
      }),
  )

  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(
          (one) =>
            one.playState === 'running' && one.effect?.getComputedTiming().iterations !== Infinity,
        )
        .map((one) => one.finished.catch(() => {})),
    ),
  )

  let faults = await findings(page)

  // Content that loads while axe measures moves the page and may cover other parts. Violations are
  // therefore measured again when no request is open.
  if (faults.length) {
    await page.waitForLoadState('networkidle')
    faults = await findings(page)
  }

  if (faults.some(isOfSize)) {
    // The lower edge of the window may cut off a control; at the end of the page it is whole. A
    // size fault must occur at both positions.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const small = new Set((await findings(page)).filter(isOfSize).map(({ target }) => target))
    faults = faults.filter((one) => !isOfSize(one) || small.has(one.target))
  }

  return faults.map(({ rule, target, why }) => `${rule} ${target} ${why}`)
}

type Finding = { rule: string; target: string; why: string }
const isOfSize = ({ rule }: Finding) => rule === 'target-size'

/** Violations that axe finds in the window at its current scroll position. */
async function findings(page: Page): Promise<Finding[]> {
  const { violations: all } = await new AxeBuilder({ page })
    .withTags(rules)
    .setLegacyMode()
    .analyze()

  return all.flatMap(({ id, nodes }) =>
    nodes.map((node) => ({
      rule: id,
      target: node.target.join(' '),
      why: node.failureSummary?.split('\n')[1]?.trim() ?? '',
    })),
  )
}

describe('axe finds nothing', () => {
  it('though it would: a picture, a button and a grey text without a name or contrast are found', async () => {
    const { page, context } = await visit(shop, { language: 'pt-BR', width: 360 })
    await page.setContent(
      '<html lang="pt-BR"><title>x</title><main><img src="x"><button></button><p style="color:#999;background:#fff">cinza</p><div style="width:900px">largo</div></main></html>',
    )
    const faults = await violations(page)

    for (const rule of ['image-alt', 'button-name', 'color-contrast'])
      expect(
        faults.some((text) => text.startsWith(rule)),
        rule,
      ).toBe(true)

    expect(await sidewaysScroll(page)).toBeGreaterThan(0)
    await context.close()
  })

  for (const [language, width, first, other] of [
    ['pt-BR', 360, 'dark', 'light'],
    ['en-US', 1280, 'light', 'dark'],
  ] as const)
    it(`in ${language}, ${width} px: two themes, 320 px, nothing moves, no canvas draws in a loop`, async () => {
      const look = async (page: Page) => {
        const faults = await violations(page)
        await page.emulateMedia({ colorScheme: other })
        faults.push(...(await violations(page)).map((text) => `${other}: ${text}`))
        await page.emulateMedia({ colorScheme: first })
        faults.push(...(await moving(page)))
        // A theme change draws each chart once more. Only a chart that is drawn in both
        // measurements is drawn in a loop.
        const isDrawn = async () => (await framesDrawn(page)) > 2
        if ((await isDrawn()) && (await isDrawn())) faults.push('a canvas is drawn again and again')
        const size = page.viewportSize()!
        await page.setViewportSize({ width: narrowest, height: size.height })
        const wide = await sidewaysScroll(page)
        if (wide > 0) faults.push(`${wide} px too wide at 320`)
        await page.setViewportSize(size)

        return faults
      }

      const walkOptions = { language, colorScheme: first, width } as const
      expect(await walk(walkOptions, look, countFrames)).toEqual([])
    }, 600_000)

  it('with motion the loading screen moves, so that what moves is seen', async () => {
    const visitor = await visit(shop, {
      language: 'pt-BR',
      width: 1280,
      reducedMotion: 'no-preference',
    })

    await visitor.page.goto('/products')
    await visitor.page.locator('.fight').waitFor({ state: 'attached' })
    expect((await moving(visitor.page)).length).toBeGreaterThan(5)
    await visitor.context.close()
  })
})

/** Running animations and transitions of elements and of their ::before and ::after. */
const moving = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((one) =>
      [null, '::before', '::after', '::backdrop'].flatMap((pseudo) => {
        const { animationName, animationDuration, transitionDuration, scrollBehavior } =
          getComputedStyle(one, pseudo)

        const longest = Math.max(
          ...[
            ...(animationName === 'none' ? [] : animationDuration.split(',')),
            ...transitionDuration.split(','),
          ].map(parseFloat),
        )

        return longest > 0.01 || scrollBehavior === 'smooth'
          ? [`${one.tagName}${pseudo ?? ''} ${one.className} moves for ${longest} s`]
          : []
      }),
    ),
  )

/** Makes every page count how often it clears a canvas. */
const countFrames = ({ page }: Visit) =>
  page.addInitScript(() => {
    const drawn = { frames: 0 }
    Object.assign(window, { drawn })
    const { clearRect } = CanvasRenderingContext2D.prototype

    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      drawn.frames += 1
      clearRect.apply(this, box)
    }
  })

/** The count of canvas clears while the browser draws twenty frames. */
const framesDrawn = (page: Page) =>
  page.evaluate(async () => {
    const { drawn } = window as unknown as { drawn: { frames: number } }
    const before = drawn.frames
    for (let n = 0; n < 20; n++) await new Promise((done) => requestAnimationFrame(done))

    return drawn.frames - before
  })

describe('the loading screen', () => {
  for (const language of languages)
    for (const colorScheme of ['dark', 'light'] as const) {
      it(`held still in ${language}, ${colorScheme}: axe finds nothing, 320 px are enough`, async () => {
        for (const width of [narrowest, 1280]) {
          const { page, context } = await visit(shop, {
            language,
            colorScheme,
            width,
            reducedMotion: 'no-preference',
          })

          // Suppresses the timers that end the loading screen, 2.6 s and 2.8 s after the first
          // paint.
          await page.addInitScript(() => {
            const { setTimeout } = window
            window.setTimeout = ((work: () => void, after = 0, ...more: unknown[]) =>
              after > 900 && after < 2_900
                ? 0
                : setTimeout(work, after, ...more)) as typeof setTimeout
          })

          await page.goto('/products')
          await page.locator('.loading[data-phase=on] .fight').waitFor()

          await page.evaluate(() => {
            for (const move of document.getAnimations()) {
              move.pause()
              move.currentTime = 700
            }
          })

          expect(await violations(page)).toEqual([])
          expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
          expect(await page.locator('.loading').getAttribute('data-phase')).toBe('on')
          await context.close()
        }
      }, 60_000)
    }
})

describe('everything fits', () => {
  for (const language of languages) {
    it(`320 to 1920 px, ${language}: no sideways scroll, no cut text, controls of 24 or 44 px [P645]`, async () => {
      const look = async (page: Page, screen: Screen) => {
        const faults: string[] = []

        for (const width of [narrowest, 360, 390, 768, 1280, 1920]) {
          await page.setViewportSize({ width, height: width < 600 ? 740 : 900 })
          const wide = await sidewaysScroll(page)

          const here = [
            ...(wide > 0 ? [`${wide} px too wide`] : []),
            ...(await overflowing(page)),
            ...(await small(page)),
            ...(screen.as === 'staff' ? [] : await lowActs(page)),
          ]

          faults.push(...here.map((text) => `${width} px: ${text}`))
        }

        await page.setViewportSize({ width: narrowest, height: 740 })

        return faults
      }
      expect(await walk({ language, width: narrowest }, look)).toEqual([])
    }, 600_000)
  }

  for (const width of [narrowest, 1280]) {
    it(`texts 40 % longer break no layout at ${width} px`, async () => {
      const faults = await walk(
        { language: 'en-US', width },
        async (page, screen) => {
          const text = await page.locator('main h1').first().innerText()
          // The heading of a customer's or a licence's page is a name, which is not translated.
          const isName =
            names.has(text.toLowerCase()) || /(?:users|licenses)-page$/.test(screen.name)
          const isLengthened = text.includes('~') || !text.trim() || isName

          return [
            ...(await overflowing(page)),
            ...((await sidewaysScroll(page)) > 0
              ? [`${await sidewaysScroll(page)} px too wide`]
              : []),
            ...(isLengthened ? [] : [`the heading ${text} was not lengthened`]),
          ]
        },
        lengthen,
      )
      expect(faults).toEqual([])
    }, 300_000)
  }
})

/** Headings that are names from the data, so no translation lengthens them. */
const names = new Set(['jogos', 'general', 'chaveiro', 'neblina orbital', 'sertão veloz 91'])

/**
 * Lengthens all texts by 40 %, as another language may need. Removes the server-rendered content,
 * so that the browser draws every text from the longer ones.
 */
async function lengthen({ context }: Visit): Promise<void> {
  const longer = (text: string) =>
    `${text}${' ~longer'.repeat(Math.ceil((text.replace(/\{\{.*?\}\}/g, '').length * 0.4) / 8))}`

  await context.route('**/locales/**', async (route) => {
    const texts = (await (await route.fetch()).json()) as Record<string, string>
    await route.fulfill({
      json: Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, longer(text)])),
    })
  })

  await context.route(
    (url) => url.origin === shop.origin && !/\.|^\/(?:api|assets|locales)\//.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue()

      const answer = await route.fetch()
      const html = await answer.text()

      await route.fulfill({
        response: answer,
        body: html
          .replace(/<script[^>]*id="page-state"[^>]*>[\s\S]*?<\/script>/, '')
          .replace(/(<div id="root"[^>]*>)[\s\S]*?(<\/div>\s*<script|<\/div>\s*<\/body>)/, '$1$2'),
      })
    },
  )
}

/** Controls and headings that are narrower than their text. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'button, [role=tab], h1, h2, h3, label, th, td, dt, dd',
      ),
    ]
      .filter(
        (one) =>
          one.innerText.trim() &&
          one.clientWidth > 1 &&
          one.scrollWidth > one.clientWidth + 1 &&
          getComputedStyle(one).display !== 'inline' &&
          !one.closest('.sr-only'),
      )
      .map(
        (one) =>
          `${one.tagName} "${one.innerText.slice(0, 40)}" overflows by ${one.scrollWidth - one.clientWidth}`,
      ),
  )
}

/** Main buttons of a page (in the accent colour) that are too low for a thumb. */
function lowActs(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.backgroundColor = 'var(--accent)'
    const accent = getComputedStyle(probe).backgroundColor
    probe.remove()

    return [...document.querySelectorAll<HTMLElement>('a[href], button')]
      .filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === accent)
      .flatMap((one) => {
        const { height } = one.getBoundingClientRect()
        const name = one.getAttribute('aria-label') ?? one.innerText

        return height > 0 && height < 44
          ? [`the main act "${name.slice(0, 40)}" is ${Math.round(height)} px high`]
          : []
      })
  })
}

/**
 * Controls whose target, label included, is less than 24 px wide or high (WCAG 2.5.8). Links within
 * a sentence are exempt.
 */
function small(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const whole = { width: Infinity, height: Infinity }

    const isInSentence = (one: Element) =>
      getComputedStyle(one).display === 'inline' &&
      [...one.parentElement!.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim(),
      )

    const sizeOf = (one: Element) => {
      // The link's ::after covers its whole card.
      if (getComputedStyle(one, '::after').position === 'absolute') return whole

      const label = (one as HTMLInputElement).labels?.[0]
      const boxes = [one, ...(label?.contains(one) ? [label] : [])].map((each) =>
        each.getBoundingClientRect(),
      )

      return {
        width: Math.max(...boxes.map(({ width }) => width)),
        height: Math.max(...boxes.map(({ height }) => height)),
      }
    }

    return [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [role=tab], [role=radio]',
      ),
    ]
      .filter(
        (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.sr-only'),
      )
      .filter((one) => !isInSentence(one) && one.getBoundingClientRect().width > 0)
      .flatMap((one) => {
        const { width, height } = sizeOf(one)
        const name = one.getAttribute('aria-label') ?? (one.innerText || one.id)

        return width < 24 || height < 24
          ? [
              `${one.tagName} "${name.slice(0, 40)}" is ${Math.round(width)} × ${Math.round(height)}`,
            ]
          : []
      })
  })
}
