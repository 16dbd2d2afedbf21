// A mutant is noticed at the first made-up case that fails; looking for a smaller one, as a person
// would like to see it, takes most of the time of such a run.
import fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
