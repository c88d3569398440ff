import { languages } from '@chaveiro/contracts/limits'
import type { PageAsked } from '@chaveiro/contracts/rendering'

import type { About } from '../routing/head.ts'
import type { SiteSettings } from '../state/site.ts'
import type { Place } from './place.ts'

export type HeadFacts = {
  asked: PageAsked
  about: About
  site: SiteSettings
  place: Place
}

/** Text that is safe inside a double-quoted attribute and between tags. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** JSON-LD that cannot end its script element, whatever a product is called. */
const escapeScript = (value: object): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The icon of the settings, when it is an address (S018). */
const iconOf = (address: string): string =>
  /^(?:https?:\/\/|\/)/i.test(address) ? address : '/favicon.svg'

/**
 * The tags of a page's head: title, description, canonical, its other language, card, and data
 * about what it sells.
 */
export function headTags({ asked, about, site, place }: HeadFacts): string {
  const bare = asked.publicUrl + place.path
  const inLanguage = (language: string) => `${bare}?lng=${language}`
  const canonical = asked.languageInAddress ? inLanguage(asked.language) : bare
  const image = asked.publicUrl + place.card
  const named = (name: string, content: string) =>
    `<meta name="${name}" content="${escapeHtml(content)}">`
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${escapeHtml(content)}">`

  return [
    `<title>${escapeHtml(about.title)}</title>`,
    named('description', about.description),
    ...(place.isListed
      ? [
          `<link rel="canonical" href="${escapeHtml(canonical)}">`,
          ...languages.map(
            (language) =>
              `<link rel="alternate" hreflang="${language}" href="${escapeHtml(inLanguage(language))}">`,
          ),
          `<link rel="alternate" hreflang="x-default" href="${escapeHtml(bare)}">`,
        ]
      : [named('robots', 'noindex')]),
    `<link rel="icon" href="${escapeHtml(iconOf(site.siteFavicon))}">`,
    property('og:type', place.type),
    property('og:site_name', site.siteName),
    property('og:title', about.title),
    property('og:description', about.description),
    property('og:url', canonical),
    property('og:locale', asked.language.replace('-', '_')),
    ...languages
      .filter((language) => language !== asked.language)
      .map((language) => property('og:locale:alternate', language.replace('-', '_'))),
    property('og:image', image),
    property('og:image:type', 'image/png'),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', about.title),
    named('twitter:card', 'summary_large_image'),
    ...place.data.map(
      (value) => `<script type="application/ld+json">${escapeScript(value)}</script>`,
    ),
  ].join('\n    ')
}
