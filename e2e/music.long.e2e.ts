import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openShop, visit, type Shop } from './shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

const desk = { language: 'pt-BR', width: 1280 } as const
const lively = { ...desk, reducedMotion: 'no-preference' } as const

describe('music and particles', () => {
  const listen = (page: Page, allowed: boolean) =>
    page.addInitScript((plays) => {
      const heard: { element: HTMLAudioElement | null; calls: number; loading: boolean } = {
        element: null,
        calls: 0,
        loading: false,
      }

      Object.assign(window, { heard })
      const play = HTMLMediaElement.prototype.play

      HTMLMediaElement.prototype.play = function (this: HTMLAudioElement) {
        heard.element = this
        heard.calls += 1
        heard.loading = document.querySelector('.loading') !== null

        return plays || heard.calls > 1
          ? ((this.muted = true), play.call(this))
          : Promise.reject(new DOMException('refused', 'NotAllowedError'))
      }
    }, allowed)

  const heard = (page: Page) =>
    page.evaluate(() => {
      const { heard } = window as unknown as {
        heard: { element: HTMLAudioElement | null; calls: number; loading: boolean }
      }

      return {
        calls: heard.calls,
        loading: heard.loading,
        volume: heard.element?.volume,
        loop: heard.element?.loop,
        paused: heard.element?.paused,
        at: heard.element?.currentTime ?? 0,
        length: heard.element?.duration ?? 0,
      }
    })

  it('it starts at 0.05 after the loading screen; its controls work; a pause is remembered [S021, S063, S188]', async () => {
    const visitor = await visit(shop, lively)
    const { page, t } = visitor
    await listen(page, true)
    await page.goto('/')
    const player = page.getByRole('region', { name: t('common', 'music.label') })
    await player.getByRole('button', { name: t('common', 'music.pause') }).waitFor()

    expect(await heard(page)).toMatchObject({
      calls: 1,
      loading: false,
      volume: 0.05,
      loop: true,
      paused: false,
    })

    await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(0.2)
    const progress = player.getByRole('slider', { name: t('common', 'music.progress') })
    await expect.poll(() => progress.inputValue().then(Number)).toBeGreaterThan(0.1)
    expect(
      Math.abs((await heard(page)).length - Number(await progress.getAttribute('max'))),
    ).toBeLessThan(0.1)
    await progress.fill('12')
    await expect.poll(async () => (await heard(page)).at).toBeGreaterThan(11.5)
    await player.getByRole('slider', { name: t('common', 'music.volume') }).fill('0.4')
    expect((await heard(page)).volume).toBeCloseTo(0.4)

    // The music goes on when the page changes. The off switch of the music is in the footer and is
    // the keyboard's first stop.
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('common', 'nav.status') })
      .click()

    await page
      .getByRole('contentinfo')
      .getByRole('button', { name: t('common', 'music.pause') })
      .waitFor()

    expect((await heard(page)).paused).toBe(false)

    await page
      .getByRole('contentinfo')
      .getByRole('button', { name: t('common', 'music.pause') })
      .click()

    await expect.poll(async () => (await heard(page)).paused).toBe(true)
    await page.goto('/')
    await page.waitForFunction(() => !document.querySelector('.loading'))
    await player.getByRole('button', { name: t('common', 'music.play') }).waitFor()
    await page.waitForTimeout(300)
    expect((await heard(page)).calls).toBe(0)
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  it('a blocked start waits for a press; elsewhere it is at 0.5; reduced motion never starts it [S188, S189, S065]', async () => {
    const visitor = await visit(shop, lively)
    const { page, t } = visitor
    await listen(page, false)
    await page.goto('/')
    await expect.poll(async () => (await heard(page)).calls).toBe(1)
    const player = page.getByRole('region', { name: t('common', 'music.label') })
    await player.getByRole('button', { name: t('common', 'music.play') }).click()
    await player.getByRole('button', { name: t('common', 'music.pause') }).waitFor()
    expect((await heard(page)).volume).toBe(0.05)
    await visitor.context.close()
    const still = await visit(shop, desk)
    await listen(still.page, true)
    await still.page.goto('/')
    await still.page.getByRole('button', { name: t('common', 'music.play') }).waitFor()
    await still.page.waitForTimeout(300)
    expect((await heard(still.page)).calls).toBe(0)
    await still.page.goto('/status')

    await still.page
      .getByRole('contentinfo')
      .getByRole('button', { name: t('common', 'music.open') })
      .click()

    expect(
      await still.page.getByRole('slider', { name: t('common', 'music.volume') }).inputValue(),
    ).toBe('0.5')
    await still.page.getByRole('button', { name: t('common', 'music.play') }).click()
    await expect.poll(async () => (await heard(still.page)).volume).toBe(0.5)
    await still.context.close()
  })

  it('the dots move about three times as fast while music plays, and calm down when it is paused [S064, S065]', async () => {
    const visitor = await visit(shop, lively)
    const { page, t } = visitor
    await listen(page, true)

    await page.addInitScript(() => {
      // The distance that all dots moved, and the time that they moved. A frame counts for at most
      // 0.1 s.
      const way = { px: 0, seconds: 0, last: 0, dots: [] as number[][], next: [] as number[][] }
      Object.assign(window, { way })
      const { arc } = Path2D.prototype

      Path2D.prototype.arc = function (...given) {
        way.next.push([given[0], given[1]])
        arc.apply(this, given)
      }

      const { clearRect } = CanvasRenderingContext2D.prototype

      CanvasRenderingContext2D.prototype.clearRect = function (...box) {
        const now = performance.now()

        if (way.dots.length === 80 && way.next.length === 80) {
          way.next.forEach(([x, y], i) => {
            way.px += Math.hypot(x! - way.dots[i]![0]!, y! - way.dots[i]![1]!)
          })
          way.seconds += Math.min(0.1, (now - way.last) / 1000)
        }

        Object.assign(way, { dots: way.next, next: [], last: now })
        clearRect.apply(this, box)
      }
    })

    const pace = async () => {
      await page.waitForTimeout(2_500)
      await page.evaluate(() => {
        Object.assign((window as unknown as { way: object }).way, { px: 0, seconds: 0 })
      })
      await page.waitForTimeout(1_500)

      return page.evaluate(() => {
        const { way } = window as unknown as { way: { px: number; seconds: number } }
        return way.px / way.seconds
      })
    }

    await page.goto('/')
    const player = page.getByRole('region', { name: t('common', 'music.label') })
    await player.getByRole('button', { name: t('common', 'music.pause') }).waitFor()
    await page.locator('canvas[data-backdrop]').waitFor()
    const lifted = await pace()
    await player.getByRole('button', { name: t('common', 'music.pause') }).click()
    const calm = await pace()
    expect(lifted / calm).toBeGreaterThan(2)
    expect(lifted / calm).toBeLessThan(4)
    await visitor.context.close()
  })

  it('the backdrop is on every page, and stops on a hidden tab or with reduced motion [S022, S287]', async () => {
    const watch = (page: Page) =>
      page.addInitScript(() => {
        const drawn = { frames: 0, dots: 0 }
        Object.assign(window, { drawn })
        const { clearRect } = CanvasRenderingContext2D.prototype

        CanvasRenderingContext2D.prototype.clearRect = function (...box) {
          drawn.frames += 1
          drawn.dots = 0
          clearRect.apply(this, box)
        }

        const { arc } = Path2D.prototype

        Path2D.prototype.arc = function (...given) {
          drawn.dots += 1
          arc.apply(this, given)
        }
      })

    const drawn = (page: Page) =>
      page.evaluate(() => ({
        ...(window as unknown as { drawn: { frames: number; dots: number } }).drawn,
      }))

    const visitor = await visit(shop, lively)
    const { page } = visitor
    await watch(page)
    await page.goto('/terms')
    await page.locator('canvas[data-backdrop]').waitFor()
    await expect.poll(async () => (await drawn(page)).frames).toBeGreaterThan(3)
    expect((await drawn(page)).dots).toBe(80)

    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })

    const asleep = (await drawn(page)).frames
    await page.waitForTimeout(300)
    expect((await drawn(page)).frames).toBe(asleep)

    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: false, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })

    await expect.poll(async () => (await drawn(page)).frames).toBeGreaterThan(asleep + 3)
    await visitor.context.close()
    const still = await visit(shop, desk)
    await watch(still.page)

    for (const path of ['/', '/products', '/login', '/status', '/terms', '/permission']) {
      await still.page.goto(path)
      await still.page.locator('canvas[data-backdrop]').waitFor()
    }

    const before = (await drawn(still.page)).frames
    await still.page.waitForTimeout(300)
    expect((await drawn(still.page)).frames).toBe(before)
    await still.context.close()
  })
})
