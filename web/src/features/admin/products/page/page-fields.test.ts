import { describe, expect, it } from 'vitest'

import { moveItem } from '../../components/moved.ts'
import {
  changesOf,
  isValidSlug,
  refusedFields,
  tabOfField,
  type PageFields,
} from './page-fields.ts'

const none = {
  body: '',
  requirements: '',
  includes: '',
  guide: '',
  seoTitle: '',
  seoDescription: '',
}

const picture = (url: string) => ({ url, altPt: '', altEn: '', width: 2, height: 1 })
const beside = (id: string) => ({ id, _id: id, name: id, status: 'active' as const })

const page: PageFields = {
  slug: 'mapa',
  texts: { 'pt-BR': none, 'en-US': { name: '', summary: '', ...none } },
  images: [picture('a'), picture('b')],
  related: [beside('x'), beside('y')],
}

describe('the form of a product’s page', () => {
  it('sends what was changed and nothing else', () => {
    expect(changesOf(page, structuredClone(page))).toEqual({})
    expect(changesOf(page, { ...page, slug: 'mapas' })).toEqual({ slug: 'mapas' })
    const texts = { ...page.texts, 'pt-BR': { ...none, body: '# Um', guide: 'Cole' } }
    expect(changesOf(page, { ...page, texts })).toEqual({
      texts: { 'pt-BR': { body: '# Um', guide: 'Cole' } },
    })
    expect(changesOf({ ...page, texts }, page)).toEqual({
      texts: { 'pt-BR': { body: '', guide: '' } },
    })
    const images = [{ ...picture('b'), altPt: 'Foto' }]

    expect(changesOf(page, { ...page, images, related: page.related.toReversed() })).toEqual({
      images,
      related: ['y', 'x'],
    })
  })

  it('validates a slug', () => {
    expect(['a', 'pincel-pro', '3d-2'].map(isValidSlug)).toEqual([true, true, true])
    const bad = ['', '-a', 'a-', 'a--b', 'Ab', 'á', 'a b', 'a/b', 'category']
    expect(bad.filter(isValidSlug)).toEqual([])
  })

  it('moves an item within the list only', () => {
    const list = ['a', 'b', 'c']
    expect([
      moveItem(list, 0, 1),
      moveItem(list, 2, 0),
      moveItem(list, 0, -1),
      moveItem(list, 2, 3),
    ]).toEqual([['b', 'a', 'c'], ['c', 'a', 'b'], list, list])
  })

  it('knows the field and the tab that a refusal is about', () => {
    const about = (code: string, fields?: unknown) => refusedFields(code, { fields })
    expect(about('product.slug_taken')).toEqual(['slug'])
    expect(about('gallery.full')).toEqual(['images'])
    expect(about('text.refused', ['texts.en-US.guide'])).toEqual(['texts.en-US.guide'])

    expect(about('request.invalid', ['images.0.url', 'related', 'version', 'texts'])).toEqual([
      'images',
      'related',
    ])

    expect(about('product.changed')).toEqual([])
    const fields = ['texts.pt-BR.body', 'texts.en-US.name', 'images', 'slug', 'related']
    expect(fields.map(tabOfField)).toEqual(['pt-BR', 'en-US', 'gallery', 'address', 'address'])
  })
})
