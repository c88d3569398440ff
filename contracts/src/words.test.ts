import { expect, it } from 'vitest'

import { wordOfState } from './state-words.ts'
import { wordOfField } from './words.ts'

it('an error names a field by its last name, a list item by number, an unknown name in quotes [F145]', () => {
  expect(wordOfField('customer.cpf', 'pt-BR')).toBe('CPF')
  expect(wordOfField('licenses.0', 'pt-BR')).toBe('chaves de licença (1)')
  expect(wordOfField('embeds.2.title', 'en-US')).toBe('title')
  expect(wordOfField('body', 'en-US')).toBe('data of the request')
  expect(wordOfField('nada', 'pt-BR')).toBe('“nada”')
  expect(wordOfState('completed', 'pt-BR')).toBe('concluído')
  expect(wordOfState('completed', 'en-US')).toBe('completed')
})
