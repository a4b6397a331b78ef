/** `src/web/style/picture.css`, for a picture that is a document of its own: the same rules, which a test compares. */
export const PICTURE_RULES = `
svg.picture{display:block;height:auto;max-width:100%;font:13px var(--mono);overflow:visible}
svg.picture text{fill:var(--text);white-space:pre}
svg.picture .box{fill:var(--raised);stroke:var(--strong-line);stroke-width:1.5}
svg.picture .head{fill:var(--accent-ground)}
svg.picture .type{font-weight:700}
svg.picture .property,svg.picture .more{fill:var(--quiet)}
svg.picture a text{fill:var(--link)}
svg.picture a:hover text,svg.picture a:focus-visible text{text-decoration:underline}
svg.picture a:focus-visible{outline:none}
svg.picture a:focus-visible rect{stroke:var(--accent);stroke-width:2.5}
svg.picture .target{fill:transparent}
svg.picture .wire{fill:none;stroke:var(--strong-line);stroke-width:1.5}
svg.picture .tip,svg.picture .port{fill:var(--strong-line)}
svg.picture .maybe{fill:none;stroke:var(--strong-line);stroke-dasharray:4 3}
svg.picture .optional .box,svg.picture .optional .wire{stroke-dasharray:5 4}
@media (forced-colors:active){svg.picture text,svg.picture .property,svg.picture .more{fill:CanvasText}
svg.picture a text{fill:LinkText}
svg.picture .box,svg.picture .head,svg.picture .maybe{fill:Canvas;stroke:CanvasText}
svg.picture .wire{stroke:CanvasText}
svg.picture .tip,svg.picture .port{fill:CanvasText}
svg.picture a:focus-visible rect{stroke:Highlight}
}
`;
