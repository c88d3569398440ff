import { describe, expect, it } from 'vitest'

import { srcSetOf } from './picture-sets.ts'
import { cutName, partOf, uploadAt, uploadOf } from './pictures.ts'

const hash = 'a1'.repeat(32)

describe('the address of an upload', () => {
  it("contains the picture's hash and its focal point; the centre is left out [P220]", () => {
    expect(uploadOf(`/uploads/${hash}.webp`)).toEqual({ hash, focus: { x: 50, y: 50 } })
    expect(uploadOf(`/uploads/${hash}.f0-100.webp`)).toEqual({ hash, focus: { x: 0, y: 100 } })
    expect(uploadAt({ hash, focus: { x: 30, y: 7 } })).toBe(`/uploads/${hash}.f30-7.webp`)
    expect(uploadAt({ hash, focus: { x: 50, y: 50 } })).toBe(`/uploads/${hash}.webp`)

    for (const foreign of [
      null,
      '',
      '/demo/neblina-orbital.svg',
      `https://a.test/uploads/${hash}.webp`,
      `/uploads/${hash}.png`,
      `/uploads/${hash}.f101-0.webp`,
      `/uploads/${hash}.f07-0.webp`,
      `/uploads/${hash}.f1-.webp`,
      `/uploads/../${hash}.webp`,
      `/uploads/${hash.toUpperCase()}.webp`,
    ])
      expect(uploadOf(foreign), String(foreign)).toBeNull()
  })

  it('gives the srcset of every cut, and none for a picture that is not an upload [P221]', () => {
    const upload = { hash, focus: { x: 30, y: 7 } }
    expect(cutName(upload, 'wide', 640, 'avif')).toBe(`${hash}.f30-7.wide-640.avif`)
    expect(srcSetOf(`/uploads/${hash}.webp`, 'square', 'webp')).toBe(
      `/uploads/${hash}.f50-50.square-128.webp 128w,/uploads/${hash}.f50-50.square-256.webp 256w,/uploads/${hash}.f50-50.square-512.webp 512w`,
    )
    expect(srcSetOf('/demo/x.svg', 'square', 'avif')).toBeUndefined()
  })
})

it('a cut is as large as the picture allows, with its focal point as central as possible [P220]', () => {
  const wide = { width: 1600, height: 600 }
  expect(partOf(wide, 1, { x: 50, y: 50 })).toEqual({ left: 500, top: 0, width: 600, height: 600 })
  expect(partOf(wide, 1, { x: 70, y: 0 })).toEqual({ left: 820, top: 0, width: 600, height: 600 })
  expect(partOf(wide, 1, { x: 0, y: 0 }).left).toBe(0)
  expect(partOf(wide, 1, { x: 100, y: 100 }).left).toBe(1000)
  const tall = { width: 300, height: 1200 }

  expect(partOf(tall, 4 / 3, { x: 50, y: 25 })).toEqual({
    left: 0,
    top: 188,
    width: 300,
    height: 225,
  })

  expect(partOf({ width: 1, height: 1 }, 4 / 3, { x: 9, y: 91 })).toEqual({
    left: 0,
    top: 0,
    width: 1,
    height: 1,
  })
})
