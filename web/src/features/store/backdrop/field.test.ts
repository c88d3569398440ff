import { describe, expect, it } from 'vitest'

import { moveDots, eachLink, resizeField, createField, type Field } from './field.ts'

const dot = (x: number, y: number, vx = 0, vy = 0) => ({ x, y, vx, vy, r: 1 })

const links = (field: Field) => {
  const found: number[] = []
  eachLink(field, (_a, _b, nearness) => found.push(nearness))

  return found
}

describe('particles', () => {
  it('places 80 dots at random inside the area [S287]', () => {
    const { dots } = createField(800, 600)
    expect(dots).toHaveLength(80)
    expect(dots.every(({ x, y }) => x >= 0 && x <= 800 && y >= 0 && y <= 600)).toBe(true)
  })

  it('links dots closer than 100 px, not those at 100 px [S287]', () => {
    const field = (x: number) => ({ width: 500, height: 500, dots: [dot(0, 0), dot(x, 0)] })
    expect(links(field(99.9))).toHaveLength(1)
    expect(links(field(100))).toEqual([])
    expect(links({ width: 500, height: 500, dots: [dot(0, 0), dot(70.8, 70.8)] })).toEqual([])
    expect(links(field(25))).toEqual([0.75])
  })

  it('moves three times as far while music plays [S064, S065]', () => {
    const [calm, lively] = [1, 3].map((speed) => {
      const field = { width: 500, height: 500, dots: [dot(100, 100, 10, -20)] }
      moveDots(field, 0.05, speed)

      return field.dots[0]!
    })

    expect(calm!.x - 100).toBeCloseTo(0.5)
    expect(lively!.x - 100).toBeCloseTo(1.5)
    expect(lively!.y - 100).toBeCloseTo(-3)
  })

  it('keeps dots inside after a long pause, and scales them to a new size', () => {
    const field = { width: 100, height: 100, dots: [dot(99, 1, 400, -400)] }
    moveDots(field, 3600, 3)
    expect(field.dots[0]).toMatchObject({ x: 100, y: 0, vx: -400, vy: 400 })
    resizeField(field, 200, 50)
    expect(field).toMatchObject({ width: 200, height: 50, dots: [{ x: 200, y: 0 }] })
  })
})
