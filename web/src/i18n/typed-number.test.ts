import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'

import { setCurrentLanguage } from './language.ts'
import {
  moneyForm,
  numberIn,
  percentForm,
  parseTypedNumber,
  validNumber,
  numberFieldText,
  wholeForm,
  type NumberForm,
} from './typed-number.ts'

afterEach(() => setCurrentLanguage('pt-BR'))

const reais = moneyForm('BRL')
const dollars = moneyForm('USD')

/** The parsed number, the two numbers that the text could mean, or why the text is refused. */
type Means = number | [whole: number, part: number] | 'empty' | 'places' | 'wrong'

const read = (text: string, form: NumberForm): Means => {
  const typed = parseTypedNumber(text, form)
  if (typed.is === 'number') return typed.value

  return typed.is === 'two' ? [typed.whole, typed.part] : typed.is
}

const typed: [NumberForm, ...[text: string, means: Means][]][] = [
  [
    reais,
    ['1,200.00', 1200],
    ['1.200,00', 1200],
    ['1200', 1200],
    ['1200,5', 1200.5],
    ['1200.5', 1200.5],
    ['1 234,56', 1234.56],
    ['1 200,00', 1200],
    ['1\u202f200,00', 1200],
    ['1\u2009200,00', 1200],
    ['1\u00a0200.00', 1200],
    ['R$ 19,90', 19.9],
    ['12,345,678.90', 12345678.9],
    ['12.345.678,90', 12345678.9],
    ['1.200', [1200, 1.2]],
    ['1,200', [1200, 1.2]],
    ['999.999', [999999, 999.999]],
    ['12,345,678', 12345678],
    ['12,3456', 'places'],
    ['19,9o', 'wrong'],
    ['-5', 'wrong'],
    ['1e3', 'wrong'],
    // Formats of spreadsheets, banks and phones.
    ['R$19,90', 19.9],
    ['R$\u00a01.234,56', 1234.56],
    ['r$ 5', 5],
    ['BRL 1,234.50', 1234.5],
    ['19,90 BRL', 19.9],
    ['\u202a19,90\u202c', 19.9],
    ['\ufeff19.90\r\n', 19.9],
    ['\t19,90 ', 19.9],
    ['\u200b19,90', 19.9],
    ['１９，９０', 19.9],
    ['１．２００，００', 1200],
    ['0', 0],
    ['0,00', 0],
    ['0.5', 0.5],
    ['007', 7],
    ['0,500', 'places'],
    ['1234.567', 'places'],
    ['1.234,567', 'places'],
    ['1 200', 1200],
    ['1.200.000', 1200000],
    ['1.200.00', 'wrong'],
    ['1,200,00', 'wrong'],
    ['1.200.0000', 'wrong'],
    ['1.200,00,00', 'wrong'],
    ['1.200 000', 'wrong'],
    ['1,200 000,00', 'wrong'],
    ['12 34', 'wrong'],
    ['1  200', 'wrong'],
    ['1 2', 'wrong'],
    ['0.123.456', 'wrong'],
    ['1,20,000.00', 'wrong'],
    ['1’200.00', 'wrong'],
    ["1'200,00", 'wrong'],
    ['1_200', 'wrong'],
    ['19,', 'wrong'],
    ['.5', 'wrong'],
    [',50', 'wrong'],
    ['+5', 'wrong'],
    ['−5', 'wrong'],
    ['(5)', 'wrong'],
    ['5-', 'wrong'],
    ['19,90-', 'wrong'],
    ['R$', 'wrong'],
    ['$ 19.90', 'wrong'],
    ['US$ 19.90', 'wrong'],
    ['€ 19,90', 'wrong'],
    ['R$ R$ 5', 'wrong'],
    ['₹ 1,200.00', 'wrong'],
    ['19,90 reais', 'wrong'],
    ['20%', 'wrong'],
    ['19/90', 'wrong'],
    ['19:90', 'wrong'],
    ['19·90', 'wrong'],
    ['19٫90', 'wrong'],
    ['1٬200', 'wrong'],
    ['٣', 'wrong'],
    ['३', 'wrong'],
    ['½', 'wrong'],
    ['5²', 'wrong'],
    ['0x10', 'wrong'],
    ['Infinity', 'wrong'],
    ['NaN', 'wrong'],
    ['1,5 mil', 'wrong'],
    ['1k', 'wrong'],
    ['12,50\n13,50', 'wrong'],
    ['=10+5', 'wrong'],
    ['mil', 'wrong'],
    ['', 'empty'],
    [' \u00a0\u200b', 'empty'],
  ],
  [
    dollars,
    ['$19.90', 19.9],
    ['US$ 19,90', 19.9],
    ['USD 1,234.50', 1234.5],
    ['19.90 usd', 19.9],
    ['R$ 19,90', 'wrong'],
  ],
  [
    percentForm,
    ['2,5', 2.5],
    ['2.5', 2.5],
    ['2,5%', 2.5],
    ['33,33 %', 33.33],
    ['1.125', [1125, 1.125]],
    ['33,333', [33333, 33.333]],
    ['0,125', 'places'],
    ['2,5 p.p.', 'wrong'],
    ['R$ 2,5', 'wrong'],
  ],
  [
    wholeForm,
    ['3650', 3650],
    ['１０', 10],
    ['１０００', 1000],
    [' 30 ', 30],
    ['36 500', 36500],
    ['1.000.000', 1000000],
    ['3.650', [3650, 3.65]],
    ['3,650', [3650, 3.65]],
    ['1 ano', 'wrong'],
    ['2,5', 'places'],
    ['30,0', 'places'],
    ['1.200,00', 'places'],
    ['٣', 'wrong'],
    ['30d', 'wrong'],
    ['30 dias', 'wrong'],
    ['1e3', 'wrong'],
    ['-1', 'wrong'],
    ['10-20', 'wrong'],
    ['10%', 'wrong'],
    ['R$ 10', 'wrong'],
  ],
]

describe('a number that a person types', () => {
  it.each(
    typed.flatMap(([form, ...texts]) => texts.map(([text, means]) => ({ form, text, means }))),
  )('$text', ({ form, text, means }) => {
    for (const language of ['pt-BR', 'en-US']) {
      setCurrentLanguage(language)
      expect(read(text, form)).toEqual(means)
    }
  })

  it('is 0 for an empty field alone, and is not sent where it was refused [B161, B175]', () => {
    expect(['', '3650', '3.650', '1 ano'].map((text) => numberIn(text, wholeForm))).toEqual([
      0,
      3650,
      null,
      null,
    ])

    expect(validNumber('1.200,50', reais)).toBe(1200.5)
    expect(() => validNumber('1.200', reais)).toThrow('sent without a look: 1.200')
  })

  it('is loaded into its field as the reader writes it', () => {
    const shown = () => [
      numberFieldText(1234.5, reais),
      numberFieldText(0, reais),
      numberFieldText(12.5, percentForm),
      numberFieldText(15, percentForm),
      numberFieldText(36500, wholeForm),
    ]

    expect(shown()).toEqual(['1234,50', '0,00', '12,5', '15', '36500'])
    setCurrentLanguage('en-US')
    expect(shown()).toEqual(['1234.50', '0.00', '12.5', '15', '36500'])
  })

  it('is the same number when it is saved as it was loaded', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.constantFrom('pt-BR', 'en-US'),
        (cents, language) => {
          setCurrentLanguage(language)
          expect(numberIn(numberFieldText(cents / 100, reais), reais)).toBe(cents / 100)
          expect(numberIn(numberFieldText(cents / 100, percentForm), percentForm)).toBe(cents / 100)
          expect(numberIn(numberFieldText(cents, wholeForm), wholeForm)).toBe(cents)
        },
      ),
    )
  })

  it('is parsed from the other language’s notation with thousands separators', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.constantFrom('pt-BR', 'en-US'),
        fc.constantFrom('BRL', 'USD'),
        (cents, language, currency) => {
          const text = new Intl.NumberFormat(language, { style: 'currency', currency }).format(
            cents / 100,
          )
          expect(numberIn(text, moneyForm(currency))).toBe(cents / 100)
        },
      ),
    )
  })
})
