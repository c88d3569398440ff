import { homeSections, type HomeSection, type OwnQuestion } from './home-sections.ts'
import type { ReviewsMode } from './states.ts'

/**
 * Defaults of settings that a visitor's browser does not need, unlike siteDefaults. They are in a
 * separate file, so that a first page does not load them. Most texts are empty until the owner sets
 * them.
 */
export const officeDefaults = {
  maintenanceMode: false,
  maintenanceMessage: '',
  keysByMail: false,
  reviewsMode: 'before' as ReviewsMode,
  reviewsBlocked: '',
  reviewInvites: false,
  /** The seller, as the law requires it (Decreto 7.962/2013): name, CPF or CNPJ, address. */
  sellerName: '',
  sellerTaxId: '',
  sellerAddress: '',
  /** The logo for dark backgrounds. When it is set, siteLogo is used on light backgrounds only. */
  siteLogoDark: '',
  /** The colour of links and primary buttons as #rrggbb; empty is the default green. */
  accentColor: '',
  /**
   * The headline of the first page in both languages; an empty language falls back to the other.
   */
  heroTitlePt: '',
  heroTitleEn: '',
  heroLeadPt: '',
  heroLeadEn: '',
  /** The uploaded picture beside the headline, and its description in both languages. */
  heroPicture: '',
  heroPicturePt: '',
  heroPictureEn: '',
  /** Sections of the first page in this order; the others are hidden. */
  homeSections: [...homeSections] as HomeSection[],
  /** The owner's questions, which replace the default ones. */
  questions: [] as OwnQuestion[],
  /**
   * The bar above every page: its text in both languages, its link, and its period in minutes of
   * the shop's clock (2026-11-27T08:00). An empty end means that the bar stays.
   */
  barOn: false,
  barTextPt: '',
  barTextEn: '',
  barLink: '',
  barFrom: '',
  barUntil: '',
}

export type OfficeSettings = typeof officeDefaults
