// Style sheets are imported for their effect on the page; the bundler takes them out of the script.
declare module "*.css" {}
