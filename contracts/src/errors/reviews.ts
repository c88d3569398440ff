import { refusal } from './refusal.ts'

/** Refusals about reviews of products. */
export const reviewErrors = {
  'review.not_buyer': refusal(403, {
    'pt-BR': 'Só quem comprou pode avaliar este produto.',
    'en-US': 'Only who bought this product can review it.',
  }),
  'review.exists': refusal(409, {
    'pt-BR': 'Você já avaliou este produto. Edite a sua avaliação.',
    'en-US': 'You have already reviewed this product. Edit your review.',
  }),
  'review.not_found': refusal(404, {
    'pt-BR': 'Avaliação não encontrada.',
    'en-US': 'Review not found.',
  }),
}
