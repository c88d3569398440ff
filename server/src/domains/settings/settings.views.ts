import type { SiteSettings } from '@chaveiro/contracts/defaults'
import { languages } from '@chaveiro/contracts/limits'
import type { App } from '../../platform/app.ts'
import { barNow } from './bar.rules.ts'
import { iconAddress, logoOf } from './brand.pictures.ts'
import { heroOf } from './hero.rules.ts'
import { homeOf } from './home.rules.ts'
import { footerPages } from './pages/site-pages.queries.ts'
import { sellerLine } from './seller.rules.ts'

/**
 * What everybody may read, field by field, so that a new setting is not public by accident (S243,
 * D39).
 */
export async function publicView(app: App, site: SiteSettings) {
  const { charges, crypto, captcha } = app.providers
  return {
    success: true,
    siteName: site.siteName,
    siteDescription: site.siteDescription,
    siteLogo: site.siteLogo,
    siteFavicon: iconAddress(site),
    logo: await logoOf(app, site),
    hero: heroOf(site),
    ...homeOf(site),
    bar: barNow(app, site),
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
      methods: {
        pix: charges.pix !== null,
        card: charges.stripe !== null,
        crypto: crypto !== null,
      },
      discordLogin: app.config.chat.login,
      coinNetworks: app.config.crypto?.networks ?? null,
      captcha: { provider: captcha.name, siteKey: captcha.siteKey },
    },
  }
}
