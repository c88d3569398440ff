import { expect, it } from 'vitest'

import { taxIdOf, taxIdProblem } from './tax-ids.ts'

it('check digits decide about a CPF or CNPJ in any spelling, letters of a CNPJ included [P300]', () => {
  for (const [typed, kind, text] of [
    ['529.982.247-25', 'cpf', '529.982.247-25'],
    ['52998224725', 'cpf', '529.982.247-25'],
    ['11144477735', 'cpf', '111.444.777-35'],
    ['12345678909', 'cpf', '123.456.789-09'],
    ['99.999.999/0001-91', 'cnpj', '99.999.999/0001-91'],
    [' 12345678 0001 95 ', 'cnpj', '12.345.678/0001-95'],
    ['11222333000181', 'cnpj', '11.222.333/0001-81'],
    ['00.000.000/0001-91', 'cnpj', '00.000.000/0001-91'],
    ['12.abc.345/01de-35', 'cnpj', '12.ABC.345/01DE-35'],
  ] as const)
    expect(taxIdOf(typed), typed).toEqual({ kind, text })
})

it('says whether the form or the digits are wrong [P300]', () => {
  for (const [typed, problem] of [
    ['', 'form'],
    ['5299822472', 'form'],
    ['529982247255', 'form'],
    ['529.982.247-2X', 'form'],
    ['52998224726', 'cpf'],
    ['52998224735', 'cpf'],
    ['00000000000', 'cpf'],
    ['99999999999', 'cpf'],
    ['99.999.999/0001-92', 'cnpj'],
    ['99.999.999/0001-81', 'cnpj'],
    ['00000000000000', 'cnpj'],
    ['12.ABC.345/01DE-36', 'cnpj'],
    ['12.ABC.345/01DE-3A', 'form'],
    ['1234567800019５', 'form'],
    ['٥٢٩٩٨٢٢٤٧٢٥', 'form'],
  ] as const) {
    expect(taxIdProblem(typed), typed).toBe(problem)
    expect(taxIdOf(typed), typed).toBeNull()
  }
})
