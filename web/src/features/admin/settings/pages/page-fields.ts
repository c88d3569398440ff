import type { AdminApi } from '@chaveiro/contracts/admin'
import { lengths } from '@chaveiro/contracts/lengths'

import type { Reply } from '../../../../api/http.ts'

export type SitePage = Reply<AdminApi['sitePages']['read']>['page']
export type ListedPage = Reply<AdminApi['sitePages']['list']>['pages'][number]
export type SitePageFields = Pick<SitePage, 'slug' | 'texts' | 'isPublished' | 'inFooter'>

const none = { title: '', content: '' }

/** What the form starts with; a new page is a draft that the footer will name. */
export const fieldsOf = (page?: SitePage): SitePageFields =>
  page
    ? {
        slug: page.slug,
        texts: page.texts,
        isPublished: page.isPublished,
        inFooter: page.inFooter,
      }
    : { slug: '', texts: { 'pt-BR': none, 'en-US': none }, isPublished: false, inFooter: true }

export const isSlug = (text: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)

/** An address made of a title: small letters without accents, hyphens between words. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, lengths.slug)
    .replace(/^-+|-+$/g, '')

/** A page's name in the list: its title in the language that is read, else in the other. */
export const titleOf = ({ titles, slug }: ListedPage, language: 'pt-BR' | 'en-US'): string =>
  titles[language] || titles[language === 'pt-BR' ? 'en-US' : 'pt-BR'] || slug
