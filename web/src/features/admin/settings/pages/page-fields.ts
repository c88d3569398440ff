import type { AdminApi } from '@chaveiro/contracts/admin'
import { lengths } from '@chaveiro/contracts/lengths'

import type { Reply } from '../../../../api/http.ts'

export type SitePage = Reply<AdminApi['sitePages']['read']>['page']
export type ListedPage = Reply<AdminApi['sitePages']['list']>['pages'][number]
export type SitePageFields = Pick<SitePage, 'slug' | 'texts' | 'isPublished' | 'inFooter'>

const emptyTexts = { title: '', content: '' }

/** Form values; a new page is a draft that the footer will link. */
export const sitePageFields = (page?: SitePage): SitePageFields => {
  if (page)
    return {
      slug: page.slug,
      texts: page.texts,
      isPublished: page.isPublished,
      inFooter: page.inFooter,
    }

  return {
    slug: '',
    texts: { 'pt-BR': emptyTexts, 'en-US': emptyTexts },
    isPublished: false,
    inFooter: true,
  }
}

export const isValidSlug = (text: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)

/** A slug from a title: lower case without accents, hyphens between words. */
export const slugOfTitle = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, lengths.slug)
    .replace(/^-+|-+$/g, '')

/** The title in the current language, or in the other one, or the slug. */
export const sitePageTitle = ({ titles, slug }: ListedPage, language: 'pt-BR' | 'en-US'): string =>
  titles[language] || titles[language === 'pt-BR' ? 'en-US' : 'pt-BR'] || slug
