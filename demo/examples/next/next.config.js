/** The page's frame is drawn at the build, and each visitor's order streams into it. */
export default { cacheComponents: true, partialPrefetching: true }
