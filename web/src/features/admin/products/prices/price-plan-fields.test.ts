import { expect, it } from 'vitest'

import { moneyForm } from '../../../../i18n/typed-number.ts'
import { pricePlanBody } from './price-plan-fields.ts'

it("a scheduled price starts and ends in the shop's time zone", () => {
  expect(
    pricePlanBody(
      {
        variantId: 'v-1',
        price: '19,90',
        compareAtPrice: '',
        startsAt: '2026-02-03T09:00',
        endsAt: '2026-02-04T00:00',
      },
      moneyForm('BRL'),
    ),
  ).toEqual({
    variantId: 'v-1',
    price: 19.9,
    compareAtPrice: null,
    startsAt: '2026-02-03T12:00:00.000Z',
    endsAt: '2026-02-04T03:00:00.000Z',
  })
})
