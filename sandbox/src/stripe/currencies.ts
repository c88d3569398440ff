/** Currencies that Stripe supports (docs.stripe.com/currencies). */
export const CURRENCIES: readonly string[] = (
  'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn ' +
  'bzd cad cdf chf clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf ' +
  'gtq gyd hkd hnl htg huf idr ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr ' +
  'lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen ' +
  'pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs tnd ' +
  'top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw'
).split(' ')

const WITHOUT_CENTS = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
)

const WITH_THOUSANDTHS = new Set('bhd jod kwd omr tnd'.split(' '))

/** The smallest charge in minor units, if it differs from 50. */
const SMALLEST_CHARGES: Readonly<Record<string, number>> = {
  aed: 200,
  bgn: 100,
  czk: 1500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  mxn: 1000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1000,
}

export const smallestCharge = (currency: string): number => SMALLEST_CHARGES[currency] ?? 50

function digitsOf(currency: string): number {
  if (WITHOUT_CENTS.has(currency)) return 0
  return WITH_THOUSANDTHS.has(currency) ? 3 : 2
}

/** An amount in minor units as a number of major units. */
export const toMajorUnits = (minor: number, currency: string): number =>
  minor / 10 ** digitsOf(currency)

/** An amount in Stripe's format: R$0.50, ¥50. */
export function formatAmount(minor: number, currency: string): string {
  const digits = digitsOf(currency)
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
    .format(toMajorUnits(minor, currency))
    .replaceAll(/\s/g, '')
}
