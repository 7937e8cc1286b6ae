/** Those who want to be told of something. */
export type Followers<News> = {
  /** @returns how to stop being told */
  follow(told: (news: News) => void): () => void
  tell(news: News): void
  count(): number
}

export function createFollowers<News = void>(): Followers<News> {
  const all = new Set<(news: News) => void>()
  return {
    follow(told) {
      // A function of its own, so that one that follows twice is told twice.
      const entry = (news: News) => told(news)
      all.add(entry)
      return () => void all.delete(entry)
    },
    tell: news => all.forEach(told => void told(news)),
    count: () => all.size,
  }
}
