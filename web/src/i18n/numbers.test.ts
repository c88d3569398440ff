import { soldDays } from '@chaveiro/contracts/admin/product-figures'
import { lifetimes, timings } from '@chaveiro/contracts/limits'
import { uploadLimits } from '@chaveiro/contracts/product-limits'
import { statusDaysShown } from '@chaveiro/contracts/service-states'
import { supportLimits } from '@chaveiro/contracts/support-limits'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const locales = new URL('../../public/locales/', import.meta.url)
const languages = ['pt-BR', 'en-US'] as const

/** A number that is followed by its unit. */
const counted =
  /(?<![\d.,])\d+(?= ?(?:MB|KB|minut|dias?\b|(?:business )?days?\b|anos?\b|years?\b|segund|second|caracter|character))/g

/** The numbers with a unit in each text of a language. */
function numbersIn(language: string): Map<string, number[]> {
  const folder = new URL(`${language}/`, locales)

  const texts = readdirSync(folder).flatMap((file) =>
    Object.entries(
      JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, string>,
    ).map(([key, text]) => [`${file.replace('.json', '')}:${key}`, text] as const),
  )

  return new Map(
    texts
      .map(([key, text]) => [key, (text.match(counted) ?? []).map(Number)] as const)
      .filter(([, numbers]) => numbers.length),
  )
}

const megabyte = 1024 * 1024

/** Texts that repeat a constant, with the constant in the unit of the text. */
const held: Record<string, number> = {
  'account:code.lead': lifetimes.mailCode / 60,
  'account:settings.noPasswordHint': lifetimes.passwordReset / 60,
  'account:mailChange.codeLead': lifetimes.mailCode / 60,
  'account:removal.codeSent': lifetimes.mailCode / 60,
  'admin:admin.settings.siteLogoHint': uploadLimits.bytes / megabyte,
  'admin:adminProducts.soldHead': soldDays,
  'admin:adminProducts.soldMoreOf': soldDays,
  'admin:adminProducts.soldOf_one': soldDays,
  'admin:adminProducts.soldOf_other': soldDays,
  'status:services.column.share': statusDaysShown,
  'status:incidents.title': statusDaysShown,
  'store:maintenance.timeText': timings.maintenanceRetry / 1000,
  'support:files.hint': supportLimits.fileBytes / megabyte,
  'support:files.tooLarge': supportLimits.fileBytes / megabyte,
}

/**
 * Texts with numbers that are not constants of the web app: choices, server periods, examples.
 */
const other: Record<string, number[]> = {
  'account:withdrawal.arrives.card': [10],
  'admin:adminSystem.now.errors': [5],
  'admin:adminSystem.slowest.title': [5],
  'admin:admin.settings.taxIdWrong.form': [14],
  'admin:adminStock.noSales': [30],
  'admin:adminSales.range.7d': [7],
  'admin:adminSales.range.30d': [30],
  'admin:today.month': [30],
  'admin:adminSales.range.90d': [90],
  'admin:adminSales.range.1y': [1],
  'admin:adminSales.business.head.sold': [30],
  'admin:adminOrders.days30': [30],
  'admin:adminTickets.desk.median': [30],
  'admin:adminTickets.desk.noMedian': [30],
  'admin:adminSystem.pix.infractionsIs.right': [100],
  'admin:adminOptions.single': [90],
  'admin:adminOptions.firstNameHint': [30],
  'admin:adminOptions.nameHint': [90],
}

it.each(languages)('%s: a text that repeats a limit has the number of the limit', (language) => {
  const expected = Object.entries({
    ...Object.fromEntries(Object.entries(held).map(([key, number]) => [key, [number]])),
    ...other,
  })
  expect(Object.fromEntries(numbersIn(language))).toEqual(Object.fromEntries(expected))
})
