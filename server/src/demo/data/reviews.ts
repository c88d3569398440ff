import type { Language } from '@chaveiro/contracts/limits'

export type DemoReview = { rating: number; body: string; language?: Language; reply?: string }

/** Reviews of the demo shop. Each text fits any product, and products use them in rotation. */
export const demoReviews: readonly DemoReview[] = [
  { rating: 5, body: 'A chave apareceu antes de eu fechar o aplicativo do banco.' },
  { rating: 5, body: 'Paguei com PIX no ônibus e já estava usando quando cheguei em casa.' },
  { rating: 4, body: 'Funciona como prometido. Só demorei para achar onde colar a chave.' },
  { rating: 5, body: '' },
  {
    rating: 5,
    body: 'Second year that I buy it here. The key was on the screen at once.',
    language: 'en-US',
  },
  {
    rating: 3,
    body: 'O programa é bom, mas a primeira ativação deu erro e tive que tentar de novo.',
    reply: 'Obrigado por contar. O servidor do fabricante ficou fora por uma hora naquele dia.',
  },
  { rating: 5, body: 'Preço justo e nada de esperar e-mail. Recomendo.' },
  { rating: 4, body: 'Tudo certo com a compra. Podia ter uma opção mais longa.' },
  { rating: 5, body: 'O guia de ativação resolveu em três passos.' },
  {
    rating: 4,
    body: 'Good value, and it was in my account a few seconds later.',
    language: 'en-US',
  },
  { rating: 5, body: 'Comprei três, vieram as três chaves juntas com um botão para copiar todas.' },
  { rating: 4, body: '' },
  {
    rating: 2,
    body: 'Não rodou no meu computador, que é antigo.',
    reply: 'Sentimos muito. Devolvemos o valor; os requisitos estão mais visíveis na página agora.',
  },
  { rating: 5, body: 'Uso todo dia desde que comprei. Leve e sem propaganda.' },
  { rating: 5, body: 'Atendimento rápido no chat quando precisei de ajuda.' },
  { rating: 4, body: 'Bom, mas gostaria de mais tutoriais em vídeo.' },
  { rating: 5, body: 'Exactly what it says. Paid by card, no questions.', language: 'en-US' },
  { rating: 3, body: 'Faz o básico bem feito. Esperava um pouco mais pelo preço.' },
]
