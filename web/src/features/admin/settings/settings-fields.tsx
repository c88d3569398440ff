import { lengths } from '@chaveiro/contracts/lengths'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { Card } from '../../../ui/card.tsx'
import { Checkbox, Field } from '../../../ui/field.tsx'
import { TextAreaField } from '../components/fields.tsx'
import { AccentField } from './accent-fields.tsx'
import { BarFields } from './bar-fields.tsx'
import { BrandPicture } from './brand-picture.tsx'
import { HeroWords } from './hero-fields.tsx'
import { HeroPicture, HomeSections } from './home-fields.tsx'
import { OwnQuestions } from './question-fields.tsx'
import { ReviewSettings } from './reviews-fields.tsx'
import { SellerFields } from './seller-fields.tsx'
import { isHttpLink, type FormTab } from './settings-rules.ts'
import { useField, type Form } from './use-field.ts'

const blockClass = 'grid max-w-3xl gap-4'

/** Name, description, pictures, and whether keys are sent by mail. */
function GeneralFields({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const settingField = useField(form)
  const { register, watch } = form

  return (
    <Card className={blockClass}>
      <Field
        {...settingField('siteName')}
        maxLength={lengths.siteName}
        {...register('siteName', {
          validate: (value) => value.trim() !== '' || t('kit.required'),
        })}
      />

      <Field
        {...settingField('siteDescription')}
        maxLength={lengths.siteDescription}
        {...register('siteDescription')}
      />

      <BrandPicture
        form={form}
        name="siteLogo"
        on={watch('siteLogoDark') ? ['light'] : ['light', 'dark']}
      />

      <BrandPicture form={form} name="siteLogoDark" on={['dark']} />
      <BrandPicture form={form} name="siteFavicon" on={['light', 'dark']} />

      <div>
        <Checkbox aria-describedby="keys-by-mail-hint" {...register('keysByMail')}>
          {t('admin.settings.keysByMail')}
        </Checkbox>
        <p id="keys-by-mail-hint" className="mt-1 text-sm text-muted">
          {t('admin.settings.keysByMailHint')}
        </p>
      </div>
    </Card>
  )
}

/** Maintenance mode and its message. */
function Maintenance({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const settingField = useField(form)
  const { register } = form

  return (
    <Card className={blockClass}>
      <Checkbox {...register('maintenanceMode')}>{t('admin.settings.maintenanceMode')}</Checkbox>

      <TextAreaField
        {...settingField('maintenanceMessage')}
        maxLength={lengths.maintenanceMessage}
        hint={t('admin.settings.maintenanceHint')}
        {...register('maintenanceMessage')}
      />
    </Card>
  )
}

/** Contact channels. */
function ContactFields({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const settingField = useField(form)
  const { register } = form
  const linkRule = { validate: (value: string) => isHttpLink(value) || t('kit.url') }

  return (
    <Card className={blockClass}>
      <Field
        {...settingField('contactEmail')}
        type="email"
        maxLength={lengths.email}
        {...register('contactEmail', {
          validate: (value) =>
            value === '' ||
            /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ||
            t('admin.settings.emailInvalid'),
        })}
      />

      <Field
        {...settingField('supportDiscord')}
        type="url"
        {...register('supportDiscord', linkRule)}
      />

      <Field
        {...settingField('discordSupportLink')}
        type="url"
        hint={t('admin.settings.supportHint')}
        {...register('discordSupportLink', linkRule)}
      />
    </Card>
  )
}

/** Terms of service and privacy policy. */
function LegalFields({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const settingField = useField(form)
  const { register } = form

  return (
    <Card className={blockClass}>
      <TextAreaField
        {...settingField('termsOfService')}
        rows={12}
        hint={t('admin.settings.legalHint')}
        {...register('termsOfService')}
      />

      <TextAreaField {...settingField('privacyPolicy')} rows={12} {...register('privacyPolicy')} />
    </Card>
  )
}

/** Content of each tab. */
export const tabContents: Record<FormTab, (given: { form: Form }) => ReactNode> = {
  general: ({ form }) => (
    <div className="grid gap-4">
      <GeneralFields form={form} />
      <AccentField form={form} />
      <HeroWords form={form} />
      <ReviewSettings form={form} />
    </div>
  ),

  front: ({ form }) => (
    <div className="grid gap-4">
      <BarFields form={form} />
      <HeroPicture form={form} />
      <HomeSections form={form} />
      <OwnQuestions form={form} />
    </div>
  ),

  maintenance: Maintenance,
  contact: ContactFields,

  legal: ({ form }) => (
    <div className="grid gap-4">
      <SellerFields form={form} />
      <LegalFields form={form} />
    </div>
  ),
}
