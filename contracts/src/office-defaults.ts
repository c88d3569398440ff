import { homeSections, type HomeSection, type OwnQuestion } from './home-sections.ts'
import type { ReviewsMode } from './states.ts'

/**
 * What staff may say beside the settings that every visitor's browser falls back to (siteDefaults):
 * apart, so that a first page does not load it. Empty until its owner says otherwise.
 */
export const officeDefaults = {
  maintenanceMode: false,
  maintenanceMessage: '',
  keysByMail: false,
  reviewsMode: 'before' as ReviewsMode,
  reviewsBlocked: '',
  reviewInvites: false,
  /** Who sells, as the law asks to be told (Decreto 7.962/2013): name, CPF or CNPJ, address. */
  sellerName: '',
  sellerTaxId: '',
  sellerAddress: '',
  /** The logo for dark ground; siteLogo then stands on light ground alone. */
  siteLogoDark: '',
  /** The one colour of links and main acts as #rrggbb; empty is the house's green. */
  accentColor: '',
  /** What the first page says first, in both languages; where one is empty the other serves. */
  heroTitlePt: '',
  heroTitleEn: '',
  heroLeadPt: '',
  heroLeadEn: '',
  /** The picture beside these words, an upload, and what it shows in both languages. */
  heroPicture: '',
  heroPicturePt: '',
  heroPictureEn: '',
  /** What the first page shows below, in this order; what is not named is not shown. */
  homeSections: [...homeSections] as HomeSection[],
  /** The owner's questions in the place of those that the shop comes with. */
  questions: [] as OwnQuestion[],
  /**
   * The line above every page: in both languages, where it leads, and from when until when it is
   * shown, as minutes of the shop's own clock (2026-11-27T08:00); empty is no end.
   */
  barOn: false,
  barTextPt: '',
  barTextEn: '',
  barLink: '',
  barFrom: '',
  barUntil: '',
}

export type OfficeSettings = typeof officeDefaults
