import { languages } from '@chaveiro/contracts/limits'
import type { PageAsked } from '@chaveiro/contracts/rendering'

import type { PageHead } from '../routing/head.ts'
import type { SiteSettings } from '../state/site.ts'
import type { Place } from './place.ts'

export type HeadFacts = {
  asked: PageAsked
  about: PageHead
  site: SiteSettings
  place: Place
}

/** Escapes text for a double-quoted attribute and between tags. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** JSON-LD that cannot close its script element, whatever a product is called. */
const escapeScript = (value: object): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The icon of the settings if it is a URL or a path, else the default icon (S018). */
const iconAddress = (address: string): string =>
  /^(?:https?:\/\/|\/)/i.test(address) ? address : '/favicon.svg'

/**
 * Head tags of a page: title, description, canonical and alternate links, preview card, structured
 * data.
 */
export function headTags({ asked: request, about, site, place }: HeadFacts): string {
  const pageAddress = request.publicUrl + place.path
  const localizedAddress = (language: string) => `${pageAddress}?lng=${language}`
  const canonicalAddress = request.languageInAddress
    ? localizedAddress(request.language)
    : pageAddress
  const cardAddress = request.publicUrl + place.card
  const metaName = (name: string, content: string) =>
    `<meta name="${name}" content="${escapeHtml(content)}">`
  const metaProperty = (name: string, content: string) =>
    `<meta property="${name}" content="${escapeHtml(content)}">`

  return [
    `<title>${escapeHtml(about.title)}</title>`,
    metaName('description', about.description),
    ...(place.isListed
      ? [
          `<link rel="canonical" href="${escapeHtml(canonicalAddress)}">`,
          ...languages.map(
            (language) =>
              `<link rel="alternate" hreflang="${language}" href="${escapeHtml(localizedAddress(language))}">`,
          ),
          `<link rel="alternate" hreflang="x-default" href="${escapeHtml(pageAddress)}">`,
        ]
      : [metaName('robots', 'noindex')]),
    `<link rel="icon" href="${escapeHtml(iconAddress(site.siteFavicon))}">`,
    metaProperty('og:type', place.type),
    metaProperty('og:site_name', site.siteName),
    metaProperty('og:title', about.title),
    metaProperty('og:description', about.description),
    metaProperty('og:url', canonicalAddress),
    metaProperty('og:locale', request.language.replace('-', '_')),
    ...languages
      .filter((language) => language !== request.language)
      .map((language) => metaProperty('og:locale:alternate', language.replace('-', '_'))),
    metaProperty('og:image', cardAddress),
    metaProperty('og:image:type', 'image/png'),
    metaProperty('og:image:width', '1200'),
    metaProperty('og:image:height', '630'),
    metaProperty('og:image:alt', about.title),
    metaName('twitter:card', 'summary_large_image'),
    ...place.data.map(
      (value) => `<script type="application/ld+json">${escapeScript(value)}</script>`,
    ),
  ].join('\n    ')
}
