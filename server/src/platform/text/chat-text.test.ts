import { expect, it } from 'vitest'

import { cutChat, plainChat } from './chat-text.ts'

it('shows a text as it was typed, without the chat’s markup', () => {
  expect(plainChat('**a** _b_ ~~c~~ `d` ||e|| [x](https://mal.test) <@123> # h')).toBe(
    '\\*\\*a\\*\\* \\_b\\_ \\~\\~c\\~\\~ \\`d\\` \\|\\|e\\|\\| \\[x\\]\\(https://mal.test) \\<@123\\> \\# h',
  )
  expect(plainChat('- um\n1. dois\nhttps://loja.test/a_b_c?x=1')).toBe(
    '\\- um\n\\1. dois\nhttps://loja.test/a_b_c?x=1',
  )
})

it('cuts to a length, never inside a character or an escape', () => {
  expect(cutChat('abc', 3)).toBe('abc')
  expect(cutChat('abcd', 3)).toBe('ab…')
  expect(cutChat('a😀😀', 3)).toBe('a…')
  expect(cutChat('ab\\*cd', 4)).toBe('ab…')
  expect(cutChat('ab\\\\cd', 5)).toBe('ab\\\\…')
})
