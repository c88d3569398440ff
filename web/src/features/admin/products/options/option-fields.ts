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

/** Values of the form; numbers are still text. */
export type OptionFields = {
  /** The product's currency, in which prices are typed. */
  currency: Currency
  /** The name for a previously unnamed option when the product gets a second one. */
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

/** Form values of an option. */
export function optionFields(option: Option, currency: Currency): OptionFields {
  const { metadata, validityDays, compareAtPrice } = option
  const moneyFormat = moneyForm(currency)

  return {
    currency,
    firstName: '',
    name: option.name,
    nameEn: option.nameEn ?? '',
    price: numberFieldText(option.price, moneyFormat),
    compareAtPrice: compareAtPrice === null ? '' : numberFieldText(compareAtPrice, moneyFormat),
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

/** Values of a new option: delivery and limits of the last option, but no name or price. */
export function newFormOf(options: readonly Option[], currency: Currency): OptionFields {
  const lastOption = options.at(-1)
  const blankFields = {
    firstName: '',
    name: '',
    nameEn: '',
    price: '',
    compareAtPrice: '',
    active: true,
  }

  if (lastOption)
    return {
      ...optionFields(lastOption, currency),
      ...blankFields,
      validity: 'days',
      days: '',
      discordRoleId: roleIdOrNull(lastOption),
    }

  return {
    ...blankFields,
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

const roleIdOrNull = ({ discordRoleId }: Option) => discordRoleId ?? ''

/** Request body of the form. */
export function optionBody(fields: OptionFields) {
  const { provider, validity, sellerType, active } = fields
  const moneyFormat = moneyForm(fields.currency)
  const wholeNumber = (text: string) => validNumber(text, wholeForm)

  return {
    name: fields.name.trim(),
    nameEn: fields.nameEn.trim() || null,
    price: validNumber(fields.price, moneyFormat),
    compareAtPrice: fields.compareAtPrice.trim()
      ? validNumber(fields.compareAtPrice, moneyFormat)
      : null,
    provider,
    validityDays: validity === 'lifetime' ? null : wholeNumber(fields.days),
    metadata: { sellerType, level: wholeNumber(fields.level) },
    minQuantity: wholeNumber(fields.minQuantity),
    maxQuantity: wholeNumber(fields.maxQuantity),
    perCustomer: wholeNumber(fields.perCustomer),
    discordRoleId: fields.discordRoleId.trim() || null,
    active,
  }
}

type Body = ReturnType<typeof optionBody>

/** Only changed fields, so that another person's changes of other fields stay. */
export function changesOf(before: OptionFields, now: OptionFields): Partial<Body> {
  const [was, is] = [optionBody(before), optionBody(now)]
  const changedEntries = Object.entries(is).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name as keyof Body]),
  )

  return Object.fromEntries(changedEntries)
}

/** Fields in which two versions of an option differ, in the form's order. */
export function differing(one: Option, other: Option): (keyof Body)[] {
  const [before, now] = [optionFields(one, defaultCurrency), optionFields(other, defaultCurrency)]
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

/** Form fields that an error is about; empty when it is about the whole form. */
export function refusedFields(code: string, body: Record<string, unknown>): (keyof OptionFields)[] {
  const fieldOfError = fieldOfCode[code]
  if (fieldOfError) return [fieldOfError]

  const namedFields = Array.isArray(body.fields) ? body.fields.map(String) : []

  return namedFields
    .map((field) => field.split('.')[0]!)
    .map((field) => fieldOfName[field] ?? (field as keyof OptionFields))
    .filter((field) => knownFields.has(field))
}

const knownFields = new Set<string>([
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
