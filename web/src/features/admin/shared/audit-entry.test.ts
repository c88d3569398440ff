import { expect, it } from 'vitest'

import { auditMoment } from './audit-entry.tsx'

it('an entry’s date has the long form; a missing and an unreadable one have words [B103]', () => {
  const texts = { none: 'Não disponível', invalid: 'Data inválida' }
  expect(auditMoment('2026-03-04T12:00:00Z', texts, 'pt-BR')).toMatch(/4 de março de 2026/)
  expect(auditMoment('2026-03-04T12:00:00Z', texts, 'en-US')).toMatch(/March 4, 2026/)
  expect([auditMoment(null, texts), auditMoment(undefined, texts), auditMoment('', texts)]).toEqual(
    Array(3).fill('Não disponível'),
  )
  expect(auditMoment('ontem', texts)).toBe('Data inválida')
})
