import { expect, it } from 'vitest'

import { cutChat, plainChat } from './chat-text.ts'

it('shows what was typed, whatever the chat would make of it', () => {
  expect(plainChat('**a** _b_ ~~c~~ `d` ||e|| [x](https://mal.test) <@123> # h')).toBe(
    '\\*\\*a\\*\\* \\_b\\_ \\~\\~c\\~\\~ \\`d\\` \\|\\|e\\|\\| \\[x\\]\\(https://mal.test) \\<@123\\> \\# h',
  )
  expect(plainChat('- um\n1. dois\nhttps://loja.test/a_b_c?x=1')).toBe(
    '\\- um\n\\1. dois\nhttps://loja.test/a_b_c?x=1',
  )
})

it('cuts to a length without breaking a sign or leaving half an escape', () => {
  expect(cutChat('abc', 3)).toBe('abc')
  expect(cutChat('abcd', 3)).toBe('ab…')
  expect(cutChat('a😀😀', 3)).toBe('a…')
  expect(cutChat('ab\\*cd', 4)).toBe('ab…')
  expect(cutChat('ab\\\\cd', 5)).toBe('ab\\\\…')
})
