"""Problems, solutions and reports in a terminal."""
