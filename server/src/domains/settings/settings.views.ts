import type { SiteSettings } from '@chaveiro/contracts/defaults'
import { languages } from '@chaveiro/contracts/limits'
import { chargedMethods, payMethodNames, payMethods } from '@chaveiro/contracts/payment-methods'

import type { App } from '../../platform/app.ts'
import { readTroubles } from '../../platform/load/breakers.ts'
import { isOffered, providerOf } from '../books/methods.rules.ts'
import { visibleBar } from './bar.rules.ts'
import { iconAddress, logoInfoOf } from './brand.pictures.ts'
import { heroTexts } from './hero.rules.ts'
import { homeFields } from './home.rules.ts'
import { footerPages } from './pages/site-pages.queries.ts'
import { sellerLine } from './seller.rules.ts'

/**
 * The public settings, field by field, so that a new setting is not public by accident (S243,
 * D039).
 */
export async function publicView(app: App, site: SiteSettings) {
  const { captcha } = app.providers
  return {
    success: true,
    siteName: site.siteName,
    siteDescription: site.siteDescription,
    siteLogo: site.siteLogo,
    siteFavicon: iconAddress(site),
    logo: await logoInfoOf(app, site),
    hero: heroTexts(site),
    ...homeFields(site),
    bar: visibleBar(app, site),
    pages: await footerPages(app),
    contactEmail: site.contactEmail,
    supportDiscord: site.supportDiscord,
    discordSupportLink: site.discordSupportLink,
    termsOfService: site.termsOfService,
    privacyPolicy: site.privacyPolicy,
    seller: sellerLine(site),

    store: {
      demo: !app.config.production,
      languages: [...languages],
      usdRate: app.config.usdRate,
      timeZone: app.config.timeZone,
      maintenance: site.maintenanceMode,
      keysByMail: site.keysByMail,
      ...methodsOf(app),
      ...(await troubleOf(app)),
      discordLogin: app.config.chat.login,
      coinNetworks: app.config.crypto?.networks ?? null,
      captcha: { provider: captcha.name, siteKey: captcha.siteKey },
    },
  }
}

/** The methods on offer whose provider fails now (P563). */
async function troubleOf(app: App) {
  const troubleByProvider = await readTroubles(app)
  for (const method of chargedMethods)
    if (!isOffered(app, method, true)) delete troubleByProvider[providerOf[method]]

  return Object.keys(troubleByProvider).length ? { trouble: troubleByProvider } : {}
}

/**
 * The methods that everybody is offered, and the methods in test mode, which only staff can try
 * (P424).
 */
function methodsOf(app: App) {
  const offeredMethods = (isStaff: boolean) =>
    payMethodNames.filter((name) => isOffered(app, payMethods[name], isStaff))
  const everybody = offeredMethods(false)
  const staffOnly = offeredMethods(true).filter((name) => !everybody.includes(name))

  return {
    methods: {
      pix: everybody.includes('pix'),
      card: everybody.includes('card'),
      crypto: everybody.includes('crypto'),
    },
    ...(staffOnly.length ? { testMethods: staffOnly } : {}),
  }
}
