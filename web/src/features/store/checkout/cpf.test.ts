import { describe, expect, it } from 'vitest'

import { cpfProblem, formatCpf, partialCpfProblem } from './cpf.ts'

describe('a CPF', () => {
  it('is formatted while typing, and further digits are dropped [S170]', () => {
    expect(
      ['', '5', '529', '5299', '529982', '5299822', '529982247', '5299822472'].map(formatCpf),
    ).toEqual(['', '5', '529', '529.9', '529.982', '529.982.2', '529.982.247', '529.982.247-2'])
    expect(formatCpf('529.982.247-25')).toBe('529.982.247-25')
    expect(formatCpf(' 52998224725999 ')).toBe('529.982.247-25')
    expect(formatCpf('abc')).toBe('')
  })

  it('is valid when both its check digits are right [P112]', () => {
    for (const right of ['529.982.247-25', '11144477735', '123.456.789-09', '000.000.001-91'])
      expect(cpfProblem(right)).toBe(null)
  })

  it('is invalid as soon as a wrong check digit is typed [P112]', () => {
    expect(partialCpfProblem('529982247')).toBe(null)
    expect(partialCpfProblem('5299822472')).toBe(null)
    expect(partialCpfProblem('5299822473')).toEqual({ kind: 'digit', place: 10 })
    expect(partialCpfProblem('52998224735')).toEqual({ kind: 'digit', place: 10 })
    expect(partialCpfProblem('52998224726')).toEqual({ kind: 'digit', place: 11 })
    expect(partialCpfProblem('52998224725')).toBe(null)
  })

  it('with eleven equal digits is invalid, although its check digits are right [P112]', () => {
    expect(cpfProblem('111.111.111-11')).toEqual({ kind: 'same' })
    expect(cpfProblem('000.000.000-00')).toEqual({ kind: 'same' })
  })

  it('is no CNPJ: a pasted one stays whole and is recognised', () => {
    for (const text of ['12.345.678/0001-95', '12345678000195', '12ABC34501DE35']) {
      expect(partialCpfProblem(formatCpf(text)), text).toEqual({ kind: 'cnpj' })
      expect(cpfProblem(formatCpf(text)), text).toEqual({ kind: 'cnpj' })
    }
    expect(formatCpf('12345678000195')).toBe('12.345.678/0001-95')
  })

  it('that is incomplete says what is missing [P112]', () => {
    expect(cpfProblem('')).toEqual({ kind: 'empty' })
    expect(cpfProblem('--.')).toEqual({ kind: 'empty' })
    expect(cpfProblem('5299822')).toEqual({ kind: 'short', missing: 4 })
    expect(cpfProblem('5299822472')).toEqual({ kind: 'short', missing: 1 })
    expect(cpfProblem('5299822473')).toEqual({ kind: 'digit', place: 10 })
  })
})
