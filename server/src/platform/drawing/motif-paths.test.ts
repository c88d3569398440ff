import { expect, it } from 'vitest'

import { imageOfMotif, motifPath } from './motif-paths.ts'

it('a product’s picture has a square for mails, which names its picture', () => {
  const hash = 'ab'.repeat(32)

  for (const [image, name] of [
    ['/demo/basaltar.svg', 'demo-basaltar'],
    [`/uploads/${hash}.webp`, hash],
    [`/uploads/${hash}.f20-100.webp`, `${hash}.f20-100`],
  ] as const) {
    expect(motifPath(image)).toBe(`/cards/motif/${name}.png`)
    expect(imageOfMotif(name)).toBe(image)
  }
})

it('a picture of another site has none, nor has a product without a picture', () => {
  for (const image of [null, '', 'https://a.test/demo/x.svg', '/uploads/x.webp', '/demo/../x.svg'])
    expect(motifPath(image)).toBeUndefined()
})
