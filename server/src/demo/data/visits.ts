/** Sources of the demo's visits, with the visits of an average day. */
export const demoSources = [
  { source: '', visits: 46 },
  { source: 'instagram/lancamento', visits: 31 },
  { source: 'google.com', visits: 22 },
  { source: '', visits: 0 },
  { source: 'youtube.com', visits: 14 },
  { source: 'instagram/lancamento', visits: 0 },
  { source: 'tiktok/natal', visits: 9 },
] as const
