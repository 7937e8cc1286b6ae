// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {PlainToken} from "../mocks/PlainToken.sol";

/// @notice A token whose issuer can take from any account.
contract SeizableToken is PlainToken {
    function seize(address account, uint256 value) external {
        _burn(account, value);
    }
}

/// @notice The effect on other accounts when an issuer takes tokens from the escrow: deposits of one token are one pool.
contract ShortfallTest is EscrowTest {
    SeizableToken private _seizable;

    function setUp() public override {
        super.setUp();
        _seizable = new SeizableToken();
        _seizable.mint(payer, 3 * DEPOSIT);
    }

    /// @dev The first account to withdraw is paid in full. A later account is owed the shortfall. A later deposit pays
    /// it, so the last account is short.
    function test_aShortfall_isBorneByTheLastRecipients() public {
        MeterTerms memory first = openSeizable("first");
        MeterTerms memory second = openSeizable("second");
        _seizable.seize(address(escrow), DEPOSIT);
        closeAsOperator(first, 0);
        closeAsOperator(second, 0);
        vm.assertEq(_seizable.balanceOf(payer), 2 * DEPOSIT, "payer's balance");
        vm.assertEq(escrow.credit(address(_seizable), payer), DEPOSIT, "payer's credit");

        openSeizable("third");
        escrow.withdrawCredit(address(_seizable), payer);
        vm.assertEq(_seizable.balanceOf(address(escrow)), 0, "nothing is left of the third deposit");
    }

    function test_aShortfall_neverReachesAnotherToken() public {
        MeterTerms memory sound = openDefault();
        MeterTerms memory seized = openSeizable("seized");
        _seizable.seize(address(escrow), DEPOSIT);
        closeAsOperator(seized, 0);
        closeAsOperator(sound, 0);
        assertBalances(FUNDS, 0, 0, 0);
    }

    function openSeizable(bytes32 salt) private returns (MeterTerms memory terms) {
        terms = defaultTerms();
        terms.token = address(_seizable);
        terms.salt = salt;
        vm.prank(operator);
        escrow.open(terms, "");
    }
}
