/** The name of the first option of a product, which has the product's own price, days and keys. */
type FirstOption = { name: string; nameEn: string }

/** A further option of a product. */
export type DemoOption = FirstOption & {
  priceCents: number
  /** The price of several shorter options for the same validity, shown struck through. */
  compareAtCents?: number
  expirationDays: number
  level: number
  keys: number
}

const month = { name: '30 dias', nameEn: '30 days' }
const quarter = { name: '90 dias', nameEn: '90 days' }
const year = { name: '1 ano', nameEn: '1 year' }

/** A longer validity of the same licence. */
const longer = (
  option: FirstOption,
  [expirationDays, priceCents, compareAtCents]: [number, number, number],
  keys: number,
): DemoOption => ({ ...option, priceCents, compareAtCents, expirationDays, level: 1, keys })

/** The options of a third of the products, by the product's slug. */
export const demoOptions: Readonly<Record<string, readonly [FirstOption, ...DemoOption[]]>> = {
  muralvetor: [
    { name: 'Casa', nameEn: 'Home' },
    {
      name: 'Escritório',
      nameEn: 'Office',
      priceCents: 24990,
      expirationDays: 365,
      level: 2,
      keys: 22,
    },
  ],

  cofrelia: [month, longer(year, [365, 8990, 11880], 140)],
  guardavolta: [quarter, longer(year, [365, 17990, 23960], 26)],

  quimerica: [
    { name: 'Passe', nameEn: 'Pass' },
    {
      name: 'Passe e 25 níveis',
      nameEn: 'Pass and 25 levels',
      priceCents: 7990,
      expirationDays: 90,
      level: 2,
      keys: 60,
    },
  ],

  vigia: [month, longer(quarter, [90, 5990, 7470], 80), longer(year, [365, 17990, 29880], 50)],
  alvorim: [month, longer(year, [365, 19990, 35880], 40)],
  rotaleve: [month, longer(quarter, [90, 4990, 5970], 70), longer(year, [365, 14990, 23880], 45)],

  pincelia: [
    { name: '1 computador', nameEn: '1 computer' },
    {
      name: '2 computadores',
      nameEn: '2 computers',
      priceCents: 28990,
      expirationDays: 365,
      level: 2,
      keys: 24,
    },
  ],

  cortavivo: [quarter, longer(year, [365, 29990, 39960], 32)],
  consultara: [quarter, longer(year, [365, 21990, 29960], 28)],
  apelido: [quarter, longer(year, [365, 5990, 7960], 60)],
}
