import type { AdminApi } from '@chaveiro/contracts/admin'
import { defaultCurrency, productDefaults, type Currency } from '@chaveiro/contracts/limits'
import { type sellerTypes } from '@chaveiro/contracts/product-limits'
import type { ProductProvider } from '@chaveiro/contracts/states'

import type { Reply } from '../../../../api/http.ts'
import {
  moneyForm,
  validNumber,
  numberFieldText,
  wholeForm,
} from '../../../../i18n/typed-number.ts'

export type Option = Reply<AdminApi['variants']['list']>['variants'][number]

/** The form of an option as it stands on the screen: numbers are what was typed. */
export type OptionFields = {
  /** The product's, which the prices are read by. */
  currency: Currency
  /** What the option without a name is called once it has a sibling. */
  firstName: string
  name: string
  nameEn: string
  price: string
  compareAtPrice: string
  provider: ProductProvider
  validity: 'days' | 'lifetime'
  days: string
  sellerType: (typeof sellerTypes)[number]
  level: string
  minQuantity: string
  maxQuantity: string
  perCustomer: string
  discordRoleId: string
  active: boolean
}

/** What the form of an option starts with. */
export function formOf(option: Option, currency: Currency): OptionFields {
  const { metadata, validityDays, compareAtPrice } = option
  const money = moneyForm(currency)

  return {
    currency,
    firstName: '',
    name: option.name,
    nameEn: option.nameEn ?? '',
    price: numberFieldText(option.price, money),
    compareAtPrice: compareAtPrice === null ? '' : numberFieldText(compareAtPrice, money),
    provider: option.provider,
    validity: validityDays === null ? 'lifetime' : 'days',
    days: validityDays === null ? '' : String(validityDays),
    sellerType: metadata.sellerType === 'singleloader' ? 'singleloader' : 'multiloader',
    level: String(metadata.level),
    minQuantity: String(option.minQuantity),
    maxQuantity: String(option.maxQuantity),
    perCustomer: String(option.perCustomer),
    discordRoleId: option.discordRoleId ?? '',
    active: option.active,
  }
}

/** A new option starts as the last one is delivered and limited, with its own name and price. */
export function newFormOf(options: readonly Option[], currency: Currency): OptionFields {
  const last = options.at(-1)
  const blank = { firstName: '', name: '', nameEn: '', price: '', compareAtPrice: '', active: true }

  if (last)
    return {
      ...formOf(last, currency),
      ...blank,
      validity: 'days',
      days: '',
      discordRoleId: roleOf(last),
    }

  return {
    ...blank,
    currency,
    provider: productDefaults.provider,
    validity: 'days',
    days: '',
    sellerType: productDefaults.sellerType,
    level: String(productDefaults.level),
    minQuantity: '1',
    maxQuantity: String(productDefaults.maxPerOrder),
    perCustomer: '0',
    discordRoleId: '',
  }
}

const roleOf = ({ discordRoleId }: Option) => discordRoleId ?? ''

/** What is sent of the form, with its numbers read. */
export function bodyOf(fields: OptionFields) {
  const { provider, validity, sellerType, active } = fields
  const money = moneyForm(fields.currency)
  const whole = (text: string) => validNumber(text, wholeForm)

  return {
    name: fields.name.trim(),
    nameEn: fields.nameEn.trim() || null,
    price: validNumber(fields.price, money),
    compareAtPrice: fields.compareAtPrice.trim() ? validNumber(fields.compareAtPrice, money) : null,
    provider,
    validityDays: validity === 'lifetime' ? null : whole(fields.days),
    metadata: { sellerType, level: whole(fields.level) },
    minQuantity: whole(fields.minQuantity),
    maxQuantity: whole(fields.maxQuantity),
    perCustomer: whole(fields.perCustomer),
    discordRoleId: fields.discordRoleId.trim() || null,
    active,
  }
}

type Body = ReturnType<typeof bodyOf>

/** Only what was changed, so that what somebody else changed elsewhere in it stays. */
export function changesOf(before: OptionFields, now: OptionFields): Partial<Body> {
  const [was, is] = [bodyOf(before), bodyOf(now)]
  const changed = Object.entries(is).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name as keyof Body]),
  )

  return Object.fromEntries(changed)
}

/** The fields of an option that another one has otherwise, in the form's order. */
export function differing(one: Option, other: Option): (keyof Body)[] {
  const [before, now] = [formOf(one, defaultCurrency), formOf(other, defaultCurrency)]
  return Object.keys(changesOf(before, now)) as (keyof Body)[]
}

const fieldOfCode: Record<string, keyof OptionFields> = {
  'variant.name_needed': 'name',
  'variant.name_taken': 'name',
  'variant.compare_at': 'compareAtPrice',
  'variant.delivery': 'provider',
}

const fieldOfName: Record<string, keyof OptionFields> = {
  validityDays: 'days',
  metadata: 'level',
}

/** The fields that a refusal is about, by their names in the form; none when about the whole. */
export function refusedFields(code: string, body: Record<string, unknown>): (keyof OptionFields)[] {
  const own = fieldOfCode[code]
  if (own) return [own]

  const named = Array.isArray(body.fields) ? body.fields.map(String) : []

  return named
    .map((field) => field.split('.')[0]!)
    .map((field) => fieldOfName[field] ?? (field as keyof OptionFields))
    .filter((field) => known.has(field))
}

const known = new Set<string>([
  'firstName',
  'name',
  'nameEn',
  'price',
  'compareAtPrice',
  'provider',
  'days',
  'level',
  'minQuantity',
  'maxQuantity',
  'perCustomer',
  'discordRoleId',
])
